package example;

import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import storemark.engine.Durability;
import storemark.engine.Engine;
import storemark.engine.Session;
import storemark.engine.Sink;
import storemark.engine.Store;
import storemark.engine.StoreSpec;
import storemark.engine.Traits;

/** An engine that takes another page of memory with each get, of a kind that no limit of the JVM counts. Stores nothing. */
public final class HungryEngine implements Engine {
    private static final int PAGE = 4096;

    @Override
    public String name() {
        return "hungry";
    }

    @Override
    public String version() {
        return "an example";
    }

    @Override
    public Traits traits() {
        return Traits.of("Apache-2.0").keeps(Durability.NONE, "keeps nothing").build();
    }

    @Override
    public Store open(StoreSpec spec) throws Exception {
        Path file = spec.target().directory().resolve("empty");
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), Integer.MAX_VALUE - 1L); // sparse: it takes one page
            MappedByteBuffer pages = channel.map(FileChannel.MapMode.PRIVATE, 0, Integer.MAX_VALUE);
            return new Store() {
                @Override
                public Session session() {
                    return new HungrySession(pages);
                }

                @Override
                public void close() {
                    // nothing is kept
                }
            };
        }
    }

    private static final class HungrySession implements Session {
        private final MappedByteBuffer pages;
        private final byte[] value = new byte[100];
        private int taken;

        HungrySession(MappedByteBuffer pages) {
            this.pages = pages;
        }

        @Override
        public boolean get(long id, Sink sink) {
            pages.put(taken++ * PAGE % pages.capacity(), (byte) 1);
            sink.value(value, 0, value.length);
            return true;
        }

        @Override
        public void put(long id, int revision) {
            // stores nothing
        }

        @Override
        public boolean delete(long id) {
            return true;
        }

        @Override
        public int scan(long fromId, int limit, boolean ascending, Sink sink) {
            throw new UnsupportedOperationException("nothing is kept");
        }

        @Override
        public void begin(boolean write) {}

        @Override
        public void commit() {}

        @Override
        public void close() {}
    }
}
