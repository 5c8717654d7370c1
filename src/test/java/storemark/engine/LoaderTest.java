package storemark.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoaderTest {
    /** Writes down what it is asked to do; its commits fail once {@link #failure} is set. */
    private static final class Recorder implements Session {
        private final List<String> calls = new ArrayList<>();
        private IOException failure;

        @Override
        public void put(long id, int revision) {
            calls.add("put " + id);
        }

        @Override
        public void begin(boolean write) {
            calls.add("begin " + write);
        }

        @Override
        public void commit() throws IOException {
            calls.add("commit");
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public void close() {
            calls.add("close");
        }

        @Override
        public boolean get(long id, Sink sink) {
            throw new AssertionError("a loader only writes");
        }

        @Override
        public void delete(long id) {
            throw new AssertionError("a loader only writes");
        }

        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) {
            throw new AssertionError("a loader only writes");
        }
    }

    private final Recorder session = new Recorder();

    @Test
    void commitsFullBatchesAndTheRestAtTheEnd() throws Exception {
        try (Loader loader = Loader.batching(session, 2)) {
            for (int id = 0; id < 3; id++) {
                loader.append(id, 0);
            }
        }
        assertEquals(
                List.of("begin true", "put 0", "put 1", "commit", "begin true", "put 2", "commit", "close"),
                session.calls);
    }

    @Test
    void closesSessionIfLastCommitFails() throws Exception {
        session.failure = new IOException("the disk is full");
        Loader loader = Loader.batching(session, 2);
        loader.append(0, 0);
        assertSame(session.failure, assertThrows(IOException.class, loader::close));
        assertEquals(List.of("begin true", "put 0", "commit", "close"), session.calls);
    }

    /** A library may wait for ever for what a failed commit has left behind, as leveldb-java does. */
    @Test
    void doesNotRetryFailedCommit() throws Exception {
        session.failure = new IOException("the disk is full");
        Loader loader = Loader.batching(session, 2);
        loader.append(0, 0);
        assertSame(session.failure, assertThrows(IOException.class, () -> loader.append(1, 0)));
        loader.close();
        assertEquals(List.of("begin true", "put 0", "put 1", "commit", "close"), session.calls);
    }

    @ParameterizedTest
    @CsvSource({
        "100, 100, 1000000, 1000000",
        "126, 126, 1000000, 1000000",
        "127, 127, 1000000, 994205",
        "99992, 99992, 1000, 1000",
        "1048576, 1048576, 1000, 127",
        "102400, 1048576, 1000, 233"
    })
    void limitsTransactionTo128MiB(int least, int most, int records, int expected) {
        assertEquals(expected, Loader.batch(new Records(1, 8, least, most, 0), records));
    }
}
