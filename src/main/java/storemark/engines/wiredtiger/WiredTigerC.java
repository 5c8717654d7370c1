package storemark.engines.wiredtiger;

/**
 * The functions of WiredTiger's C API that its library exports, under their own names; {@code long} is an address. All others are
 * {@link Method}s of the objects that these give. Safe to share between threads.
 */
public interface WiredTigerC {
    /** Returns 0 or an error; {@code connection} receives the address of the {@code WT_CONNECTION}. */
    int wiredtiger_open(String home, long eventHandler, String config, long connection);

    /** The address of a C string; each parameter receives an {@code int}. */
    long wiredtiger_version(long major, long minor, long patch);

    String wiredtiger_strerror(int error);
}
