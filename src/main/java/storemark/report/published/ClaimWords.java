package storemark.report.published;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A claim as it is evaluated, in words: which ratios, what they are to be, and where. */
final class ClaimWords {
    private ClaimWords() {}

    /** {@code tupl / lmdb < 1: read, data in memory, 2 threads or 4 threads; ...}: one for each case that is judged. */
    static String of(Claim claim) {
        return claim.parts().stream()
                .filter(part -> !part.expect().equals(Claim.EXCEPTED))
                .map(ClaimWords::part)
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static String part(Claim part) {
        String measure = part.measure() == null ? "" : part.measure() + " of ";
        String divided = part.to() == null ? "" : " / " + picked(part) + side(part.to());
        String need = part.need() == null ? "" : " in " + part.need();
        String growing = part.growing() == null ? "" : ", growing with " + part.growing();
        String where = labels(part.where());
        return (part.says() == null ? "" : part.says() + ": ")
                + (measure + side(part.of()) + divided + " " + part.expect() + need + growing).strip()
                + (where.isEmpty() ? "" : " (" + where + ")");
    }

    private static String picked(Claim part) {
        return part.pick() == null ? "" : part.pick() + " of ";
    }

    private static String side(Map<String, List<String>> labels) {
        String words = labels(labels);
        return words.isEmpty() ? "the same without" : words;
    }

    private static String labels(Map<String, List<String>> labels) {
        return Stream.of(Objects.requireNonNullElse(labels, new LinkedHashMap<String, List<String>>()))
                .flatMap(all -> all.entrySet().stream())
                .map(label -> label.getValue().stream()
                        .map(value -> Selector.words(label.getKey(), value))
                        .collect(Collectors.joining(" or ")))
                .collect(Collectors.joining(", "));
    }
}
