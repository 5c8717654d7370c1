package storemark.engines.wiredtiger;

import static storemark.engines.NativeLibrary.MEMORY;

import storemark.engines.NativeFunction;

/**
 * A method of a {@code WT_CONNECTION}, {@code WT_SESSION} or {@code WT_CURSOR}: structures that begin with pointers to functions, which
 * take the structure first. The lower 32 bits of a result are 0 or an error; of {@code set_key} and {@code set_value}, which return nothing,
 * they are undefined.
 */
public final class Method extends NativeFunction {
    public static final Method CONNECTION_CLOSE = new Method(16, 2);
    public static final Method CONNECTION_OPEN_SESSION = new Method(64, 4);
    public static final Method SESSION_CLOSE = new Method(16, 2);
    public static final Method SESSION_OPEN_CURSOR = new Method(40, 5);
    public static final Method SESSION_CREATE = new Method(56, 3);
    public static final Method SESSION_BEGIN = new Method(168, 2);
    public static final Method SESSION_COMMIT = new Method(176, 2);
    public static final Method SESSION_ROLLBACK = new Method(192, 2);
    public static final Method SESSION_CHECKPOINT = new Method(216, 2);
    public static final Method GET_KEY = new Method(32, 1, 2);
    public static final Method GET_VALUE = new Method(40, 1, 2);
    public static final Method SET_KEY = new Method(48, 1, 2);
    public static final Method SET_VALUE = new Method(56, 1, 2);
    public static final Method NEXT = new Method(80, 1);
    public static final Method PREV = new Method(88, 1);
    public static final Method RESET = new Method(96, 1);
    public static final Method SEARCH = new Method(104, 1);
    public static final Method SEARCH_NEAR = new Method(112, 2);
    public static final Method INSERT = new Method(120, 1);
    public static final Method REMOVE = new Method(144, 1);

    private final int offset;

    private Method(int offset, int arguments) {
        this(offset, arguments, arguments);
    }

    /**
     * @param offset of the pointer in its structure, as wiredtiger.h of version 3.2 has it
     * @param fixed how many arguments C declares: 1 where {@code ...} follows the structure
     * @param arguments of a call, with the structure itself
     */
    private Method(int offset, int fixed, int arguments) {
        super(fixed, arguments);
        this.offset = offset;
    }

    @Override
    protected long address(long object) {
        return MEMORY.getAddress(object + offset);
    }
}
