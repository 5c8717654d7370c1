package storemark.statistics;

import java.util.List;

/** Up to where something holds, from tries of which some are wrong. */
public final class Threshold {
    /**
     * One try.
     *
     * @param place at least 0
     * @param holds whether it held there
     */
    public record Try(double place, boolean holds) {}

    private Threshold() {}

    /**
     * The place that the fewest of {@code tries} contradict: those above it that held, and those up to it that did not. Where several
     * places have as few, the middle of the lowest and the highest of them.
     *
     * @return one of the places tried or the middle of two; 0 where it seems to hold nowhere
     */
    public static double of(List<Try> tries) {
        long fewest = contradictions(tries, 0);
        double lowest = 0;
        double highest = 0;
        for (double place :
                tries.stream().mapToDouble(Try::place).distinct().sorted().toArray()) {
            long contradictions = contradictions(tries, place);
            if (contradictions <= fewest) {
                lowest = contradictions < fewest ? place : lowest;
                highest = place;
                fewest = contradictions;
            }
        }
        return (lowest + highest) / 2;
    }

    private static long contradictions(List<Try> tries, double place) {
        return tries.stream()
                .filter(one -> one.holds() == (one.place() > place))
                .count();
    }
}
