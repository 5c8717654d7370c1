/** Executes the cells of a suite through JMH: a fork a cell, results kept after each, and what was missed on the next run. */
package storemark.run;
