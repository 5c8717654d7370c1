package storemark.it;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;

/** Acknowledges a put before it is in its file, and so does not keep what it promises. */
public final class EagerEngine implements Engine {
    private static final String FILE = "log";

    @Override
    public String version() {
        return "eager 1";
    }

    @Override
    public Traits traits() {
        return Traits.of("eager", "Apache-2.0")
                .keeps(Durability.PROCESS, "some time later")
                .build();
    }

    /** For what it queues until it is killed. */
    @Override
    public long heapBytes(StoreSpec spec) {
        return 512L << 20;
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        return new EagerStore(spec, spec.target().directory().resolve(FILE));
    }

    private static final class EagerStore implements Store {
        private final StoreSpec spec;
        private final TreeMap<Long, Integer> revisions = new TreeMap<>();
        private final LinkedBlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();

        EagerStore(StoreSpec spec, Path file) throws IOException {
            this.spec = spec;
            if (!spec.create()) {
                try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
                    while (in.available() >= Long.BYTES + Integer.BYTES) {
                        revisions.put(in.readLong(), in.readInt());
                    }
                }
            }
            OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            Thread writer = new Thread(
                    () -> {
                        try (out) {
                            while (true) {
                                byte[] one = queue.take();
                                Thread.sleep(20);
                                out.write(one);
                            }
                        } catch (IOException | InterruptedException ended) {
                            throw new IllegalStateException(ended);
                        }
                    },
                    "eager");
            writer.setDaemon(true);
            writer.start();
        }

        private synchronized void write(long id, int revision) {
            revisions.put(id, revision);
            queue.add(ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                    .putLong(id)
                    .putInt(revision)
                    .array());
        }

        @Override
        public Session session() {
            return new Session() {
                @Override
                public boolean get(long id, Sink sink) {
                    int revision;
                    synchronized (EagerStore.this) {
                        revision = revisions.getOrDefault(id, 0);
                    }
                    return revision != 0 && sink.found(spec.records().value(id, revision));
                }

                @Override
                public void put(long id, int revision) {
                    write(id, revision);
                }

                @Override
                public void delete(long id) {
                    write(id, 0);
                }
            };
        }

        @Override
        public void close() {}
    }
}
