/** The table of all that can be asked of a measurement, and values read by it. */
package storemark.parameter;
