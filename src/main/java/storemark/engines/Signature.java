package storemark.engines;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Type;
import java.util.Collections;

/**
 * How a C function is called by its address, for functions that {@link NativeLibrary} cannot bind by their names. All arguments are
 * addresses, or numbers of up to 64 bits, and go in as {@code long}; a result is cast to its size. A call allocates nothing, and costs
 * what one through jnr-ffi does. Immutable; safe to share between threads.
 */
public final class Signature {
    private static final Invoker INVOKER = Invoker.getInstance();

    private final CallContext context;

    private Signature(int fixed, int arguments) {
        Type[] types = Collections.nCopies(arguments, Type.POINTER).toArray(Type[]::new);
        context = CallContext.getCallContext(Type.POINTER, fixed, types, CallingConvention.DEFAULT, false);
    }

    /** A function of that many arguments, 1 to 6. */
    public static Signature of(int arguments) {
        return new Signature(arguments, arguments);
    }

    /** One that C declares with a first argument and {@code ...}; {@code arguments} counts all. */
    public static Signature variadic(int arguments) {
        return new Signature(1, arguments);
    }

    public long call(long function, long a) {
        return INVOKER.invokeN1(context, function, a);
    }

    public long call(long function, long a, long b) {
        return INVOKER.invokeN2(context, function, a, b);
    }

    public long call(long function, long a, long b, long c) {
        return INVOKER.invokeN3(context, function, a, b, c);
    }

    public long call(long function, long a, long b, long c, long d) {
        return INVOKER.invokeN4(context, function, a, b, c, d);
    }

    public long call(long function, long a, long b, long c, long d, long e) {
        return INVOKER.invokeN5(context, function, a, b, c, d, e);
    }

    public long call(long function, long a, long b, long c, long d, long e, long f) {
        return INVOKER.invokeN6(context, function, a, b, c, d, e, f);
    }
}
