/** What a result depends on beside the store: CPU, memory, file system, device, page cache, and what may disturb it. */
package storemark.machine;
