/** The registry of engines, and what several adapters share. Each library has a package below, which imports no other's. */
package storemark.engines;
