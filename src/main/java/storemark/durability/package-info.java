/** What survives: cuts stores while they are written to, opens what is left, and counts. See docs/durability.md. */
package storemark.durability;
