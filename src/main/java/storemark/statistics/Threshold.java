package storemark.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Searches for the place up to which something holds, with tries of which some are wrong. Bayes' rule says after each try how likely each place
 * is; the median of that is the estimate and the best place to try next (Waeber, Frazier and Henderson, Bisection Search with Noisy
 * Responses, 2013). Used by one thread at a time.
 */
public final class Threshold {
    private static final int OCTAVES_DOWN = 10;
    private static final int OCTAVES_UP = 1;
    private static final int PLACES_PER_OCTAVE = 100;
    /** A try holds that often below the threshold: on a shared machine up to four of ten have a pause that is not the engine's. */
    private static final double HOLDS_BELOW = 0.6;

    private static final double HOLDS_ABOVE = 0.05;
    /** Width of the range in which chance decides, in natural logarithms: at 10% from the threshold it hardly does. */
    private static final double WIDTH = 0.05;

    private final double[] places;
    /** Logarithms, without a common constant. */
    private final double[] likelihoods;

    /** @param scale above 0; places from a thousandth of it to twice as much are equally likely at first */
    public Threshold(double scale) {
        places = IntStream.rangeClosed(0, (OCTAVES_DOWN + OCTAVES_UP) * PLACES_PER_OCTAVE)
                .mapToDouble(at -> scale * Math.pow(2, (double) at / PLACES_PER_OCTAVE - OCTAVES_DOWN))
                .toArray();
        likelihoods = new double[places.length];
    }

    /**
     * Takes a try into account.
     *
     * @param place above 0
     * @param holds whether it held there
     */
    public void add(double place, boolean holds) {
        for (int at = 0; at < places.length; at++) {
            double below = 1 / (1 + Math.pow(place / places[at], 1 / WIDTH));
            double held = HOLDS_ABOVE + (HOLDS_BELOW - HOLDS_ABOVE) * below;
            likelihoods[at] += Math.log(holds ? held : 1 - held);
        }
    }

    /** Where to try next, and the best estimate so far. */
    public double median() {
        double highest = Arrays.stream(likelihoods).max().orElseThrow();
        double[] weights =
                Arrays.stream(likelihoods).map(one -> Math.exp(one - highest)).toArray();
        double half = Arrays.stream(weights).sum() / 2;
        int at = 0;
        for (double sum = weights[0]; sum < half; sum += weights[at]) {
            at++;
        }
        return places[at];
    }

    /** Whether it seems to hold nowhere. */
    public boolean isNowhere() {
        return median() == places[0];
    }
}
