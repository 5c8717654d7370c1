/** What an engine is to the harness: the service provider interface, and the records that go through it. */
package storemark.engine;
