/** Stores filled once and kept on disk with a manifest: load, reuse, copy, verify. */
package storemark.dataset;
