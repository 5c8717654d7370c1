/** Each engine's library called as its documentation says, without an adapter: what {@link storemark.handwritten.AdapterRatios} compares with. */
package storemark.handwritten;
