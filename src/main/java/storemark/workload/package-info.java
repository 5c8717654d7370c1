/** Which records an operation touches, and in which order. */
package storemark.workload;
