/** What a process of ours tells another that it starts. */
package storemark.fork;
