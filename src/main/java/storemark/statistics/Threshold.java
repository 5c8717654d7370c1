package storemark.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Searches for the place at which half of the tries hold; more do below it, fewer above. Bayes' rule says after each try how likely each
 * place is. The median of that is the estimate, and a good place to try next (Waeber, Frazier and Henderson, Bisection Search with Noisy
 * Responses, 2013). Used by one thread at a time.
 */
public final class Threshold {
    private static final int OCTAVES_DOWN = 10;
    private static final int OCTAVES_UP = 1;
    private static final int PLACES_PER_OCTAVE = 100;
    /** A try far below holds that often: on a shared machine up to four of ten have a pause that is not the engine's. */
    private static final double HOLDS_BELOW = 0.6;

    private static final double HOLDS_ABOVE = 0.05;
    /** Of a logistic curve from one share to the other, in natural logarithms: half of the change lies within 11%. */
    private static final double WIDTH = 0.05;
    /** Puts the threshold where the model has one half. */
    private static final double ODDS = (HOLDS_BELOW - 0.5) / (0.5 - HOLDS_ABOVE);

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
            double below = 1 / (1 + ODDS * Math.pow(place / places[at], 1 / WIDTH));
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

    /** Whether it seems to hold nowhere: the lowest place is the likeliest, or nearly. */
    public boolean isNowhere() {
        return median() < 2 * places[0];
    }

    /** Whether it seems to hold everywhere: the highest place is the likeliest, or nearly. */
    public boolean isEverywhere() {
        return median() > 0.98 * places[places.length - 1];
    }
}
