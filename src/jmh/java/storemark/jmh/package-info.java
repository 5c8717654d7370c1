/** What is measured: JMH's states, the benchmarks and the profiler that adds our metrics. Nothing else in the house imports it. */
package storemark.jmh;
