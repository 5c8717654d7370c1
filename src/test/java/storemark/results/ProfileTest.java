package storemark.results;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import storemark.results.Profile.Owner;

/** Whose the samples of stacks are. */
class ProfileTest {
    @Test
    void theInnermostOwnerOfANativeLibraryCounts() {
        Profile profile = Profile.of("""
                storemark/jmh/ReadBenchmark.read;storemark/engines/lmdb/LmdbSession.get;jnr/Stub.mdb_get;liblmdb.so`mdb_get 60
                storemark/jmh/ReadBenchmark.read;storemark/engines/lmdb/LmdbSession.get;liblmdb.so`mdb_get;libc.so.6`memcmp 10
                storemark/jmh/ReadBenchmark.read;storemark/engines/lmdb/LmdbSession.get;liblmdb.so`mdb_get;asm_exc_page_fault_[k];filemap_map_pages_[k] 8
                storemark/jmh/ReadBenchmark.read;storemark/engines/lmdb/LmdbSession.get;org/lmdbjava/Cursor.get;java/nio/Buffer.position 7
                storemark/jmh/ReadBenchmark.read;storemark/engines/lmdb/LmdbSession.get;jffi123.so`invoke 5
                storemark/jmh/ReadBenchmark.read;storemark/engine/DigestSink.value 4
                libc.so.6`start_thread;libjvm.so`thread_native_entry;libjvm.so`CompileBroker::compiler_thread_loop 5
                libc.so.6`start_thread 1
                """);
        assertEquals(
                Map.of(
                        Owner.ENGINE,
                        70L,
                        Owner.KERNEL,
                        8L,
                        Owner.BINDING,
                        12L,
                        Owner.HARNESS,
                        4L,
                        Owner.JVM,
                        5L,
                        Owner.OTHER,
                        1L),
                profile.samples());
        assertEquals(100, profile.all());
        assertEquals(0.7, profile.share(Owner.ENGINE));
    }

    @Test
    void theClassesOfAJavaLibraryAreTheEngine() {
        Profile profile = Profile.of("""
                storemark/jmh/ReadBenchmark.read;storemark/engines/tupl/TuplSession.get;org/cojen/tupl/Tree.load 6
                org/cojen/tupl/Checkpointer.run;org/cojen/tupl/FileIO.write;com/sun/jna/Native.write;jna99.tmp`write;libc.so.6`__write 3
                java/lang/Thread.run;java/util/concurrent/ThreadPoolExecutor.runWorker 1
                """);
        assertEquals(Map.of(Owner.ENGINE, 6L, Owner.BINDING, 3L, Owner.OTHER, 1L), profile.samples());
    }

    @Test
    void anEmptyProfileHasNoSamples() {
        assertEquals(0, Profile.of("").all());
    }
}
