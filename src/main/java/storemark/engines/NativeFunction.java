package storemark.engines;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Type;
import java.util.Collections;

/**
 * A C function that is called by its address, where {@link NativeLibrary} cannot bind it by its name. All arguments are addresses, or
 * numbers of up to 64 bits, and go in as {@code long}. A result is to be cast to its size: what is above is undefined. A call allocates
 * nothing, and costs what one through jnr-ffi does. Immutable; safe to share between threads.
 */
public abstract class NativeFunction {
    private static final Invoker INVOKER = Invoker.getInstance();

    private final CallContext context;

    /**
     * @param fixed how many arguments C declares: fewer than all where it declares {@code ...} behind them
     * @param arguments how many a call has, 1 to 6
     */
    protected NativeFunction(int fixed, int arguments) {
        Type[] types = Collections.nCopies(arguments, Type.POINTER).toArray(Type[]::new);
        context = CallContext.getCallContext(Type.POINTER, fixed, types, CallingConvention.DEFAULT, false);
    }

    /** Where the function is, for a call whose first argument is {@code first}. */
    protected abstract long address(long first);

    public final long call(long a) {
        return INVOKER.invokeN1(context, address(a), a);
    }

    public final long call(long a, long b) {
        return INVOKER.invokeN2(context, address(a), a, b);
    }

    public final long call(long a, long b, long c) {
        return INVOKER.invokeN3(context, address(a), a, b, c);
    }

    public final long call(long a, long b, long c, long d) {
        return INVOKER.invokeN4(context, address(a), a, b, c, d);
    }

    public final long call(long a, long b, long c, long d, long e) {
        return INVOKER.invokeN5(context, address(a), a, b, c, d, e);
    }

    public final long call(long a, long b, long c, long d, long e, long f) {
        return INVOKER.invokeN6(context, address(a), a, b, c, d, e, f);
    }
}
