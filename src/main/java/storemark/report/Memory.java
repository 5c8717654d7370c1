package storemark.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import storemark.results.Results;
import storemark.text.Amount;

/** The memory that a run had. */
final class Memory {
    /** What stands for no budget. */
    static final String UNLIMITED = "none";

    private Memory() {}

    /** Whether the cell with these parameters was given a budget ({@code --memory}). */
    static boolean isGiven(Map<String, String> parameters) {
        return !parameters.getOrDefault("memory", UNLIMITED).equals(UNLIMITED);
    }

    /** The budget of the cell with these parameters, in bytes; {@code all} when it was given none. */
    static double budget(Map<String, String> parameters, double all) {
        return isGiven(parameters) ? Amount.bytes(parameters.get("memory")) : all;
    }

    /** All memory of the machine of {@code run}, in bytes; {@link Double#NaN} when it is not known. */
    static double all(Results run) {
        JsonNode total = run.machine().at("/memory/totalBytes");
        return total.isNumber() ? total.doubleValue() : Double.NaN;
    }
}
