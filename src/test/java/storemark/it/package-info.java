/** The jar as a user runs it: each test starts processes and looks at what they print, leave, and exit with. */
package storemark.it;
