/** Turns the measurements of runs into charts, a page, a table for spreadsheets and one for the terminal. */
package storemark.report;
