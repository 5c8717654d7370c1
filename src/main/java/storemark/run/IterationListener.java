package storemark.run;

/** Told of iterations as they end. */
interface IterationListener {
    /**
     * An iteration begins, with all that comes before its measured part.
     *
     * @param number from 1; 0 for warm-up
     */
    void begins(int number);

    /**
     * An iteration has ended.
     *
     * @param number from 1; 0 for warm-up
     * @param rate operations a second, by all threads
     * @param diskBytes what the store takes then, or a negative number
     */
    void ended(int number, double rate, long diskBytes);
}
