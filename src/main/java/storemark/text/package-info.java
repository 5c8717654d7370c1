/** Amounts and names as people write them. Imports nothing; anything may import it. */
package storemark.text;
