/** How sure a comparison is: ratios, their intervals and verdicts. Knows numbers only. */
package storemark.statistics;
