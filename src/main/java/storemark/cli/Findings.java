package storemark.cli;

import java.util.List;
import java.util.Locale;
import storemark.machine.Preflight;
import storemark.machine.Preflight.Finding;
import storemark.machine.Preflight.Severity;

/** Tells what preflight has found. */
final class Findings {
    private Findings() {}

    static String line(Finding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT) + ": " + finding.what() + " - " + finding.remedy();
    }

    /**
     * Prints the warnings.
     *
     * @return what they are about, without the remedies
     * @throws Failure with the first refusal
     */
    static List<String> act(Preflight.Plan plan) {
        List<Finding> warnings = refuse(plan);
        warnings.forEach(warning -> System.out.println(line(warning)));
        return warnings.stream().map(Finding::what).toList();
    }

    /**
     * The warnings alone.
     *
     * @throws Failure with the first refusal
     */
    static List<Finding> refuse(Preflight.Plan plan) {
        List<Finding> findings = Preflight.check(plan);
        for (Finding finding : findings) {
            if (finding.severity() == Severity.REFUSE) {
                throw Failure.refused(finding.what() + " - " + finding.remedy());
            }
        }
        return findings;
    }
}
