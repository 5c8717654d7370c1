package storemark.engines.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The profile ffm is a class for Java 22; another of the same name stands in on an old Java, and where an old one has built. */
class LmdbFfmTest {
    @Test
    void isAvailableFromJava22() {
        assertEquals(Runtime.version().feature() >= 22, LmdbFfm.UNAVAILABLE == null);
    }

    @Test
    void reasonNamesTheJavaThatIsTooOld() {
        assertEquals("needs Java 22 or newer, this is Java 17", LmdbLibrary.whyNoFfm(17));
        assertEquals(
                "is missing in a jar that a JDK before 22 has built: build it with 22 or newer",
                LmdbLibrary.whyNoFfm(25));
    }
}
