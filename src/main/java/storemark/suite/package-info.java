/** Suites: what to run, as people write it, and the cells that this makes. */
package storemark.suite;
