package storemark;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** What is thrown, and what it says. */
public final class Thrown {
    private Thrown() {}

    /** Fails unless {@code action} throws {@code type} with a message that contains {@code part}. */
    public static <T extends Throwable> T saying(Class<T> type, String part, Executable action) {
        T thrown = assertThrows(type, action);
        String message = String.valueOf(thrown.getMessage());
        assertTrue(message.contains(part), () -> part + " in " + message);
        return thrown;
    }
}
