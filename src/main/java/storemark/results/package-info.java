/** What a run leaves behind: its folder, its plan and state, and its measurements in JMH's own schema; and what {@code durability} leaves. */
package storemark.results;
