package storemark.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import storemark.results.Json;
import storemark.results.Metric;

/** How much the machine was disturbed while cells were measured in turns. */
final class Outcomes {
    private Outcomes() {}

    /** Whether {@code again} has no more failures than {@code first}, and was less disturbed. */
    static boolean isBetter(Map<?, Turns.Outcome> again, Map<?, Turns.Outcome> first) {
        return failures(again) < failures(first)
                || (failures(again) == failures(first) && disturbed(again) < disturbed(first));
    }

    private static long failures(Map<?, Turns.Outcome> outcomes) {
        return outcomes.values().stream()
                .filter(outcome -> outcome.failure() != null)
                .count();
    }

    /** How many increments of all {@code outcomes} were measured while the machine was disturbed. */
    static long disturbed(Map<?, Turns.Outcome> outcomes) {
        return outcomes.values().stream().mapToLong(Outcomes::disturbed).sum();
    }

    /** Whether half of the increments of any of {@code outcomes}, or more, were measured while the machine was disturbed. */
    static boolean isMostlyDisturbed(Map<?, Turns.Outcome> outcomes) {
        return outcomes.values().stream()
                .anyMatch(outcome -> disturbed(outcome) > 0
                        && 2 * disturbed(outcome) >= marks(outcome).size());
    }

    private static long disturbed(Turns.Outcome outcome) {
        return marks(outcome)
                .valueStream()
                .filter(mark -> mark.doubleValue() > 0)
                .count();
    }

    /** Of each increment; none of a cell that failed. */
    private static ArrayNode marks(Turns.Outcome outcome) {
        return outcome.result() == null
                ? Json.MAPPER.createArrayNode()
                : Turns.row((ObjectNode) outcome.result().get(0).get("secondaryMetrics"), Metric.disturbed);
    }
}
