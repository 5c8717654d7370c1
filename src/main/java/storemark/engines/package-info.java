/** The registry of engines, and an adapter for each: one file a library, which nothing else in the harness imports. */
package storemark.engines;
