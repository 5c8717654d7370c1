package storemark.dataset;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import storemark.engine.Capability;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Loader;
import storemark.engine.Records;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;
import storemark.engines.ComposedStore;

/**
 * An engine that writes records to one file in the order in which they come, believes that order to be right, and can be
 * told to go wrong. A record is 8 bytes of id, 4 of length, and the value.
 */
final class LogEngine implements Engine {
    /** The name of its file. */
    static final String FILE = "log";

    /** The loader throws this when it comes to {@link #failAt}. */
    Throwable failure = new IOException("the engine gave up");

    long failAt = -1;
    /** Ids that the loader drops. */
    final Set<Long> dropped = new HashSet<>();
    /** Ids whose value gets a wrong byte at {@link #wrongByte}. */
    final Set<Long> spoilt = new HashSet<>();

    int wrongByte = 17;
    /** This id and the one after it change places. */
    long swapped = -1;

    long twice = -1;
    boolean ordered = true;
    int layout = 1;
    boolean handsOverKeys = true;
    /** Whether a session makes values from ids, in place of reading them. */
    boolean makesValues;

    boolean closed;
    /** Whether a load goes on after what is in the log. */
    boolean survives;

    String version = "log 1.0";

    @Override
    public String version() {
        return version;
    }

    @Override
    public Traits traits() {
        Traits.Builder traits = Traits.of("log", "Apache-2.0")
                .profile("fancy", "does nothing, fancily")
                .setting("colour", "any")
                .layout(layout)
                .keeps(Durability.PROCESS, "write before the call returns")
                .refuses(Durability.POWER, "never forces");
        if (survives) {
            traits.loadSurvives(Durability.PROCESS, "a log in key order");
        }
        return (ordered ? traits.can(Capability.SCAN, "in the order of the log") : traits).build();
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path file = spec.target().directory().resolve(FILE);
        List<Entry> entries = new ArrayList<>();
        if (!spec.create()) {
            read(file, entries);
        }
        closed = false;
        return new ComposedStore(() -> new LogSession(spec.records(), entries), () -> closed = true)
                .loadedBy(() -> new LogLoader(spec.records(), file));
    }

    private static void read(Path file, List<Entry> entries) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (in.available() > 0) {
                long id = in.readLong();
                byte[] value = new byte[in.readInt()];
                in.readFully(value);
                entries.add(new Entry(id, value));
            }
        } catch (EOFException cut) {
            throw new IOException("the log ends\nin the middle of a record", cut);
        }
    }

    private static final class Entry {
        final long id;
        final byte[] value;

        Entry(long id, byte[] value) {
            this.id = id;
            this.value = value;
        }
    }

    private final class LogLoader implements Loader {
        private final Records records;
        private final OutputStream file;
        private final DataOutputStream out;
        private long held = -1;

        LogLoader(Records records, Path file) throws IOException {
            this.records = records;
            this.file = survives
                    ? Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    : Files.newOutputStream(file);
            out = new DataOutputStream(this.file);
        }

        @Override
        public void append(long id, int revision) throws Exception {
            if (id == failAt) {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (Exception) failure;
            }
            if (dropped.contains(id)) {
                return;
            }
            if (id == swapped) {
                held = id;
                return;
            }
            write(id, revision);
            if (held >= 0 || id == twice) {
                write(held >= 0 ? held : id, revision);
                held = -1;
            }
        }

        private void write(long id, int revision) throws IOException {
            byte[] value = records.value(id, revision);
            if (spoilt.contains(id)) {
                value[wrongByte] ^= 1;
            }
            ByteBuffer entry = ByteBuffer.allocate(12 + value.length);
            entry.putLong(id).putInt(value.length).put(value);
            out.write(entry.array());
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** Reads only: the tests that write do so through the loader, or to the file. */
    private final class LogSession implements Session {
        private final Records records;
        private final List<Entry> entries;
        private final byte[] key;

        LogSession(Records records, List<Entry> entries) {
            this.records = records;
            this.entries = entries;
            key = new byte[records.keyBytes()];
        }

        private byte[] value(Entry entry) {
            return makesValues ? records.value(entry.id, 0) : entry.value;
        }

        @Override
        public boolean get(long id, Sink sink) {
            for (Entry entry : entries) {
                if (entry.id == id) {
                    sink.value(value(entry), 0, value(entry).length);
                    return true;
                }
            }
            return false;
        }

        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) {
            int at = 0;
            while (at < entries.size() && Long.compareUnsigned(entries.get(at).id, fromId) < 0) {
                at++;
            }
            int end = Math.min(entries.size(), at + limit);
            for (int each = at; each < end; each++) {
                Entry entry = entries.get(each);
                if (handsOverKeys) {
                    records.key(entry.id, key);
                    sink.key(ByteBuffer.wrap(key));
                }
                sink.value(ByteBuffer.wrap(value(entry)));
            }
            return end - at;
        }

        @Override
        public void put(long id, int revision) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void delete(long id) {
            throw new UnsupportedOperationException();
        }
    }
}
