/** What four published comparisons printed and claimed, and how far the runs of a report agree with it. */
package storemark.report.published;
