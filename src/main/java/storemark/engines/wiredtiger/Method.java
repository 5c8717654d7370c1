package storemark.engines.wiredtiger;

import static storemark.engines.NativeLibrary.MEMORY;

import storemark.engines.Signature;

/**
 * A method of a {@code WT_CONNECTION}, {@code WT_SESSION} or {@code WT_CURSOR}: structures that begin with pointers to functions, which
 * take the structure first. Calls return 0 or an error; those of {@code set_key} and {@code set_value}, which return nothing, any number.
 */
public final class Method {
    public static final Method CONNECTION_CLOSE = new Method(16, Signature.of(2));
    public static final Method CONNECTION_OPEN_SESSION = new Method(64, Signature.of(4));
    public static final Method SESSION_CLOSE = new Method(16, Signature.of(2));
    public static final Method SESSION_OPEN_CURSOR = new Method(40, Signature.of(5));
    public static final Method SESSION_CREATE = new Method(56, Signature.of(3));
    public static final Method SESSION_BEGIN = new Method(168, Signature.of(2));
    public static final Method SESSION_COMMIT = new Method(176, Signature.of(2));
    public static final Method SESSION_ROLLBACK = new Method(192, Signature.of(2));
    public static final Method SESSION_CHECKPOINT = new Method(216, Signature.of(2));
    public static final Method GET_KEY = new Method(32, Signature.variadic(2));
    public static final Method GET_VALUE = new Method(40, Signature.variadic(2));
    public static final Method SET_KEY = new Method(48, Signature.variadic(2));
    public static final Method SET_VALUE = new Method(56, Signature.variadic(2));
    public static final Method NEXT = new Method(80, Signature.of(1));
    public static final Method PREV = new Method(88, Signature.of(1));
    public static final Method RESET = new Method(96, Signature.of(1));
    public static final Method SEARCH = new Method(104, Signature.of(1));
    public static final Method SEARCH_NEAR = new Method(112, Signature.of(2));
    public static final Method INSERT = new Method(120, Signature.of(1));
    public static final Method REMOVE = new Method(144, Signature.of(1));

    private final int offset;
    private final Signature signature;

    /**
     * @param offset of the pointer in its structure, as wiredtiger.h of version 3.2 has it
     * @param signature with the structure itself
     */
    private Method(int offset, Signature signature) {
        this.offset = offset;
        this.signature = signature;
    }

    private long function(long object) {
        return MEMORY.getAddress(object + offset);
    }

    public int call(long object) {
        return (int) signature.call(function(object), object);
    }

    public int call(long object, long a) {
        return (int) signature.call(function(object), object, a);
    }

    public int call(long object, long a, long b) {
        return (int) signature.call(function(object), object, a, b);
    }

    public int call(long object, long a, long b, long c) {
        return (int) signature.call(function(object), object, a, b, c);
    }

    public int call(long object, long a, long b, long c, long d) {
        return (int) signature.call(function(object), object, a, b, c, d);
    }
}
