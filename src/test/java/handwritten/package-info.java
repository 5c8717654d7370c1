/** Each engine's library called as its documentation says, without an adapter: what {@link handwritten.AdapterRatios} compares with. */
package handwritten;
