package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import storemark.machine.Canary.Look;
import storemark.machine.MachineLoad;

/** Which turns count as disturbed, on a machine whose canaries vary by 1%, and that of the disk by 10%. */
class DisturbanceTest {
    private final Disturbance machine = new Disturbance();

    private static Look look(double compute, double memory, double disk) {
        return new Look(1.6 * compute, 200 * memory, 40_000 * disk);
    }

    @BeforeEach
    void usual() {
        Random random = new Random(1);
        for (int look = 0; look < 200; look++) {
            machine.add(look(
                    1 + 0.01 * random.nextGaussian(),
                    1 + 0.01 * random.nextGaussian(),
                    1 + 0.1 * random.nextGaussian()));
        }
    }

    /** Canaries after the turn as multiples of what is usual; shares of others' and stolen time, and milliseconds of standstill. */
    @ParameterizedTest
    @CsvSource({
        "1,    1,   1,   0,    0,    0,   false",
        "1.1,  1.1, 1.4, 0.04, 0.02, 400, false",
        "1.25, 1,   1,   0,    0,    0,   true",
        "1,    1.3, 1,   0,    0,    0,   true",
        "1,    1,   2,   0,    0,    0,   true",
        "1,    1,   1,   0.06, 0,    0,   true",
        "1,    1,   1,   0,    0.04, 0,   true",
        "1,    1,   1,   0,    0,    600, true",
    })
    void isFarFromUsual(
            double compute, double memory, double disk, double others, double steal, long paused, boolean disturbed) {
        MachineLoad.Shares load = new MachineLoad.Shares(others, steal, 0, -1);
        Look after = look(compute, memory, disk);
        machine.add(after);
        assertEquals(
                disturbed,
                machine.disturbed(new Turn(1, look(1, 1, 1), after, load, paused * 1_000_000)),
                () -> after + " " + load);
    }
}
