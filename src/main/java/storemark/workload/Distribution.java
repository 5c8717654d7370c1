package storemark.workload;

/** How likely each record of the key range is to be the next one that an operation asks for. */
public enum Distribution {
    /** All alike. */
    UNIFORM,
    /** The k-th most popular with probability proportional to 1 / k^0.99; the popular ones are spread over the range. */
    ZIPFIAN,
    /** As zipfian, with the newest record the most popular, then the one before it, and so on. */
    LATEST,
    /** Four of five draws fall on the first fifth of the range. */
    HOTSPOT;
}
