package storemark.workload;

/** In which order a dataset was loaded: it decides how full and how scattered the pages of a B-tree are. */
public enum LoadOrder {
    /** In key order, by the library's fastest way. */
    ORDERED,
    /** In transactions of a thousand records, in a shuffled order that follows from the seed; then settled. */
    RANDOM
}
