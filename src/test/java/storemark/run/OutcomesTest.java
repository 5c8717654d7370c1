package storemark.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What came of cells that took turns. */
class OutcomesTest {
    @ParameterizedTest
    @CsvSource({"0, false", "1, false", "2, true", "4, true"})
    void aComparisonIsMeasuredAgainIfHalfOfACellWasDisturbed(int disturbed, boolean again) {
        JsonNode result = TurnsTest.result("lmdb");
        ArrayNode marks = (ArrayNode) result.at("/0/secondaryMetrics/disturbed/rawData/0");
        for (int at = 0; at < disturbed; at++) {
            marks.set(at, DoubleNode.valueOf(1));
        }
        Turns.Outcome calm = new Turns.Outcome(TurnsTest.result("lmdb"), null);
        Turns.Outcome failed = new Turns.Outcome(null, null);
        Turns.Outcome marked = new Turns.Outcome(result, null);
        assertEquals(again, Outcomes.isMostlyDisturbed(Map.of("calm", calm, "failed", failed, "marked", marked)));
    }
}
