package storemark.engines.lmdb;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.lmdbjava.TargetName;

/** The functions of liblmdb, bound through FFM to the library file that lmdbjava would load. */
final class LmdbFunctions {
    /** {@code MDB_NOTFOUND} of lmdb.h. */
    private static final int NOT_FOUND = -30798;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = SymbolLookup.libraryLookup(libraryFile(), Arena.global());

    static final MethodHandle ENV_CREATE = bind("mdb_env_create", ADDRESS);
    static final MethodHandle ENV_OPEN = bind("mdb_env_open", JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT);
    static final MethodHandle ENV_SET_MAPSIZE = bind("mdb_env_set_mapsize", JAVA_LONG, JAVA_LONG);
    static final MethodHandle ENV_SET_MAXREADERS = bind("mdb_env_set_maxreaders", JAVA_LONG, JAVA_INT);
    static final MethodHandle ENV_INFO = bind("mdb_env_info", JAVA_LONG, ADDRESS);
    static final MethodHandle ENV_STAT = bind("mdb_env_stat", JAVA_LONG, ADDRESS);
    static final MethodHandle ENV_SYNC = bind("mdb_env_sync", JAVA_LONG, JAVA_INT);
    static final MethodHandle ENV_CLOSE = bindVoid("mdb_env_close", JAVA_LONG);
    static final MethodHandle DBI_OPEN = bind("mdb_dbi_open", JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS);
    static final MethodHandle TXN_BEGIN = bind("mdb_txn_begin", JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
    static final MethodHandle TXN_COMMIT = bind("mdb_txn_commit", JAVA_LONG);
    static final MethodHandle TXN_ABORT = bindVoid("mdb_txn_abort", JAVA_LONG);
    static final MethodHandle TXN_RESET = bindVoid("mdb_txn_reset", JAVA_LONG);
    static final MethodHandle TXN_RENEW = bind("mdb_txn_renew", JAVA_LONG);
    static final MethodHandle GET = bind("mdb_get", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
    static final MethodHandle PUT = bind("mdb_put", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
    static final MethodHandle DELETE = bind("mdb_del", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
    static final MethodHandle CURSOR_OPEN = bind("mdb_cursor_open", JAVA_LONG, JAVA_INT, JAVA_LONG);
    static final MethodHandle CURSOR_RENEW = bind("mdb_cursor_renew", JAVA_LONG, JAVA_LONG);
    static final MethodHandle CURSOR_GET = bind("mdb_cursor_get", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
    static final MethodHandle CURSOR_CLOSE = bindVoid("mdb_cursor_close", JAVA_LONG);
    private static final MethodHandle STRERROR =
            LINKER.downcallHandle(symbol("mdb_strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));

    private LmdbFunctions() {}

    /** Throws liblmdb's own message for a return code that is not 0. */
    static void check(int code) throws Throwable {
        if (code != 0) {
            MemorySegment text = (MemorySegment) STRERROR.invokeExact(code);
            throw new IOException("LMDB: " + text.reinterpret(1024).getString(0) + " (" + code + ")");
        }
    }

    /** Whether a function has found a record, by its return code; throws as {@link #check} does. */
    static boolean found(int code) throws Throwable {
        if (code == NOT_FOUND) {
            return false;
        }
        check(code);
        return true;
    }

    /** Throws {@code thrown}, of any type: a call through a method handle declares {@link Throwable}. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <E extends Throwable> RuntimeException rethrow(Throwable thrown) throws E {
        throw (E) thrown;
    }

    private static MethodHandle bind(String name, MemoryLayout... parameters) {
        return LINKER.downcallHandle(symbol(name), FunctionDescriptor.of(JAVA_INT, parameters));
    }

    private static MethodHandle bindVoid(String name, MemoryLayout... parameters) {
        return LINKER.downcallHandle(symbol(name), FunctionDescriptor.ofVoid(parameters));
    }

    private static MemorySegment symbol(String name) {
        return LIBRARY.find(name).orElseThrow(() -> new UnsatisfiedLinkError(name + " is not in liblmdb"));
    }

    private static Path libraryFile() {
        if (TargetName.IS_EXTERNAL) {
            return Path.of(TargetName.RESOLVED_FILENAME);
        }
        try (InputStream bundled =
                TargetName.class.getClassLoader().getResourceAsStream(TargetName.RESOLVED_FILENAME)) {
            Path file = Files.createTempFile("liblmdb-", ".so");
            file.toFile().deleteOnExit();
            Files.copy(bundled, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException cannotExtract) {
            throw new UncheckedIOException(cannotExtract);
        }
    }
}
