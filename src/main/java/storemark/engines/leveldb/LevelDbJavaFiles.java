package storemark.engines.leveldb;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.iq80.leveldb.env.Env;
import org.iq80.leveldb.env.File;
import org.iq80.leveldb.env.WritableFile;
import org.iq80.leveldb.fileenv.EnvImpl;
import org.iq80.leveldb.util.Slice;

/**
 * The files of the Java port of LevelDB. The library writes through memory maps of 1 MiB, one after the other, and its {@code
 * force} reaches only the last one: what a commit or a table wrote before is left to the system.
 */
final class LevelDbJavaFiles {
    private LevelDbJavaFiles() {}

    /** Files that are written by a channel and can be synchronised as a whole; reads are the library's own. */
    static Env synchronised() {
        Env library = EnvImpl.createEnv();
        return (Env) Proxy.newProxyInstance(
                Env.class.getClassLoader(), new Class<?>[] {Env.class}, (self, called, given) -> {
                    if (called.getName().equals("newWritableFile")) {
                        return new Synchronised(Path.of(((File) given[0]).getPath()));
                    }
                    try {
                        return called.invoke(library, given);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    /** Written by one thread at a time. */
    private static final class Synchronised implements WritableFile {
        private final FileChannel channel;

        Synchronised(Path file) throws IOException {
            channel = FileChannel.open(
                    file, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        }

        @Override
        public void append(Slice data) throws IOException {
            ByteBuffer left = data.toByteBuffer();
            while (left.hasRemaining()) {
                channel.write(left);
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
