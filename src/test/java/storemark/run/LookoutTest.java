package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import storemark.machine.Canary;

/** Turns and the looks at the machine around them. */
class LookoutTest {
    private final List<Turn> turns = new ArrayList<>();

    @Test
    void eachTurnIsAddedOnceInItsOrderWithTheLooksAroundIt() throws Exception {
        try (Canary canary = new Canary(null)) {
            Lookout lookout = new Lookout(canary, new Disturbance());
            lookout.begin(List.of());
            for (int number = 1; number <= 5; number++) {
                lookout.turnEnded(turns, number, 0, 1, 0);
            }
            lookout.look();
            lookout.look();
        }
        assertEquals(List.of(1, 2, 3, 4, 5), turns.stream().map(Turn::number).toList());
        assertTrue(
                turns.stream()
                        .allMatch(turn ->
                                turn.before().compute() > 0 && turn.after().compute() > 0),
                turns::toString);
    }

    @Test
    void turnsOfAMeasurementThatFailedAreNotAddedToTheNext() throws Exception {
        try (Canary canary = new Canary(null)) {
            Lookout lookout = new Lookout(canary, new Disturbance());
            lookout.begin(List.of());
            lookout.turnEnded(new ArrayList<>(), 1, 0, 1, 0);
            lookout.begin(List.of());
            lookout.turnEnded(turns, 2, 0, 1, 0);
            lookout.look();
        }
        assertEquals(List.of(2), turns.stream().map(Turn::number).toList());
    }
}
