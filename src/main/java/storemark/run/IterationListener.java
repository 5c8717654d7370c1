package storemark.run;

/** Told of iterations as they end. */
@FunctionalInterface
interface IterationListener {
    /**
     * An iteration has ended.
     *
     * @param number from 1; 0 for warm-up
     * @param rate operations a second, by all threads
     */
    void iteration(int number, double rate);
}
