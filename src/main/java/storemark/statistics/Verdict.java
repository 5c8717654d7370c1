package storemark.statistics;

/** What a comparison of two rates has come to. */
public enum Verdict {
    /** The first is faster: the whole interval of the ratio is above 1. */
    FASTER,
    /** The first is slower: the whole interval is below 1. */
    SLOWER,
    /** The interval holds 1: differences beyond it are ruled out, smaller ones are not. */
    TIE,
    /** There are fewer repetitions than a verdict needs. */
    UNDECIDED
}
