package storemark.report.published;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a claim is judged by, in words. */
class ClaimWordsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            T01 | tupl / lmdb > 1 (insert, random order)
            T02 | disk of lmdb / tupl > 1 (insert, random order)
            T05 | data in memory / data past memory > 1.5 (read, 1 thread, each)
            T15 | a thread for each core / 1 thread > 1.3 (update, pass 1, tupl)
            T17 | tupl / lmdb > 1, growing with threads (mix, pass 1)
            L02 | kyoto-treedb / others > 1 (read, durability process, cache of 4 MiB)
            F05 | space of leveldb-compressed or rocksdb-compressed > 1.3 in any (insert, compressibility 0.5)
            """)
    void nameTheRatiosAndWhereTheyAreTaken(String id, String words) throws IOException {
        assertEquals(words, words(id));
    }

    @Test
    void tellEachCaseAndNoneThatIsExcepted() throws IOException {
        assertEquals(
                "to 100 KiB: files-flat / best of others >= 0.9 in most (insert or read, values of 10 KiB to 100 KiB); to 1 MiB:"
                        + " files-flat / best of others >= 1 in most (insert or read, values of 100 KiB to 1 MiB, 10k records or 100k"
                        + " records)",
                words("F02"));
    }

    @Test
    void areThereForEveryClaim() throws IOException {
        for (Source source : Source.all()) {
            source.claims()
                    .forEach((id, claim) -> assertFalse(ClaimWords.of(claim).isEmpty(), id));
        }
    }

    private static String words(String id) throws IOException {
        return Source.all().stream()
                .filter(source -> source.claims().containsKey(id))
                .map(source -> ClaimWords.of(source.claims().get(id)))
                .findFirst()
                .orElseThrow();
    }
}
