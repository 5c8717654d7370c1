package storemark.engines.leveldb;

import com.kenai.jffi.Library;
import java.util.Objects;
import java.util.stream.Stream;
import storemark.engine.Unavailable;
import storemark.engines.NativeFunction;

/**
 * The functions of LevelDB's C API that {@link LevelDbSystemEngine} calls; see include/leveldb/c.h of LevelDB 1.23. An {@code error},
 * always the last argument, is the address of a {@code char*} that is 0, and after a failure has a message that {@link #FREE} releases.
 *
 * <p>The library is not bound by its name, because jnr-ffi shares the symbols of what it loads with all libraries that are loaded
 * later: leveldbjni would call these functions in place of its own ones of 2013, and end the process.
 */
public final class LevelDbC extends NativeFunction {
    private static final String[] FILES = {"libleveldb.so.1d", "libleveldb.so.1", "libleveldb.so", "libleveldb.dylib"};

    /** Null where there is none. Functions of no arguments are given one, which they do not look at. */
    private static final Library LIBRARY = Stream.of(FILES)
            .map(file -> Library.getCachedInstance(file, Library.LAZY | Library.LOCAL))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);

    public static final LevelDbC MAJOR_VERSION = new LevelDbC("leveldb_major_version", 1);
    public static final LevelDbC MINOR_VERSION = new LevelDbC("leveldb_minor_version", 1);

    /** Options, directory, error: the address of the store. */
    public static final LevelDbC OPEN = new LevelDbC("leveldb_open", 3);

    /** Waits for the compaction under way. */
    public static final LevelDbC CLOSE = new LevelDbC("leveldb_close", 1);

    /** Store, options, batch, error. */
    public static final LevelDbC WRITE = new LevelDbC("leveldb_write", 4);

    /** Store, options, key, its size, where the value's size goes, error: a copy that {@link #FREE} releases, or 0 for none. */
    public static final LevelDbC GET = new LevelDbC("leveldb_get", 6);

    /** Store, name: a C string that {@link #FREE} releases. */
    public static final LevelDbC PROPERTY = new LevelDbC("leveldb_property_value", 2);

    public static final LevelDbC CREATE_SNAPSHOT = new LevelDbC("leveldb_create_snapshot", 1);
    public static final LevelDbC RELEASE_SNAPSHOT = new LevelDbC("leveldb_release_snapshot", 2);
    public static final LevelDbC FREE = new LevelDbC("leveldb_free", 1);

    /** Store, options: an iterator that sees the store as it is now. */
    public static final LevelDbC CREATE_ITERATOR = new LevelDbC("leveldb_create_iterator", 2);

    public static final LevelDbC DESTROY_ITERATOR = new LevelDbC("leveldb_iter_destroy", 1);
    public static final LevelDbC VALID = new LevelDbC("leveldb_iter_valid", 1);
    public static final LevelDbC SEEK = new LevelDbC("leveldb_iter_seek", 3);
    public static final LevelDbC SEEK_TO_LAST = new LevelDbC("leveldb_iter_seek_to_last", 1);
    public static final LevelDbC NEXT = new LevelDbC("leveldb_iter_next", 1);
    public static final LevelDbC PREV = new LevelDbC("leveldb_iter_prev", 1);

    /** Iterator, where the size goes: the address of the key, good until the iterator moves. */
    public static final LevelDbC KEY = new LevelDbC("leveldb_iter_key", 2);

    /** As {@link #KEY}, of the value. */
    public static final LevelDbC VALUE = new LevelDbC("leveldb_iter_value", 2);

    public static final LevelDbC ITERATOR_ERROR = new LevelDbC("leveldb_iter_get_error", 2);

    public static final LevelDbC CREATE_BATCH = new LevelDbC("leveldb_writebatch_create", 1);
    public static final LevelDbC DESTROY_BATCH = new LevelDbC("leveldb_writebatch_destroy", 1);
    public static final LevelDbC CLEAR = new LevelDbC("leveldb_writebatch_clear", 1);

    /** Batch, key, its size, value, its size. */
    public static final LevelDbC PUT = new LevelDbC("leveldb_writebatch_put", 5);

    /** Batch, key, its size. */
    public static final LevelDbC DELETE = new LevelDbC("leveldb_writebatch_delete", 3);

    public static final LevelDbC CREATE_OPTIONS = new LevelDbC("leveldb_options_create", 1);
    public static final LevelDbC DESTROY_OPTIONS = new LevelDbC("leveldb_options_destroy", 1);
    public static final LevelDbC SET_CREATE = new LevelDbC("leveldb_options_set_create_if_missing", 2);
    public static final LevelDbC SET_EXCLUSIVE = new LevelDbC("leveldb_options_set_error_if_exists", 2);

    /** 0 for none, 1 for Snappy. */
    public static final LevelDbC SET_COMPRESSION = new LevelDbC("leveldb_options_set_compression", 2);

    public static final LevelDbC SET_WRITE_BUFFER = new LevelDbC("leveldb_options_set_write_buffer_size", 2);
    public static final LevelDbC SET_OPEN_FILES = new LevelDbC("leveldb_options_set_max_open_files", 2);
    public static final LevelDbC SET_CACHE = new LevelDbC("leveldb_options_set_cache", 2);
    public static final LevelDbC SET_FILTER = new LevelDbC("leveldb_options_set_filter_policy", 2);

    public static final LevelDbC CREATE_CACHE = new LevelDbC("leveldb_cache_create_lru", 1);
    public static final LevelDbC DESTROY_CACHE = new LevelDbC("leveldb_cache_destroy", 1);
    public static final LevelDbC CREATE_BLOOM = new LevelDbC("leveldb_filterpolicy_create_bloom", 1);
    public static final LevelDbC DESTROY_FILTER = new LevelDbC("leveldb_filterpolicy_destroy", 1);

    public static final LevelDbC CREATE_READ_OPTIONS = new LevelDbC("leveldb_readoptions_create", 1);
    public static final LevelDbC DESTROY_READ_OPTIONS = new LevelDbC("leveldb_readoptions_destroy", 1);
    public static final LevelDbC SET_SNAPSHOT = new LevelDbC("leveldb_readoptions_set_snapshot", 2);
    public static final LevelDbC CREATE_WRITE_OPTIONS = new LevelDbC("leveldb_writeoptions_create", 1);
    public static final LevelDbC DESTROY_WRITE_OPTIONS = new LevelDbC("leveldb_writeoptions_destroy", 1);
    public static final LevelDbC SET_SYNC = new LevelDbC("leveldb_writeoptions_set_sync", 2);

    private final long address;

    private LevelDbC(String function, int arguments) {
        super(arguments, arguments);
        address = LIBRARY == null ? 0 : LIBRARY.getSymbolAddress(function);
        if (LIBRARY != null && address == 0) {
            throw new UnsatisfiedLinkError("libleveldb has no function " + function);
        }
    }

    /** Refuses where there is no library: nothing else of this class may be called then. */
    static void require() throws Unavailable {
        if (LIBRARY == null) {
            throw new Unavailable(
                    "libleveldb is not installed or does not load: apt-get install libleveldb1d",
                    new UnsatisfiedLinkError(Library.getLastError()));
        }
    }

    @Override
    protected long address(long first) {
        return address;
    }
}
