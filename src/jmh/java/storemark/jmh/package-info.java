/** What is measured: JMH's states, the benchmarks and the profiler that adds our metrics. Nothing else in the harness imports it. */
package storemark.jmh;
