package storemark.suite;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.function.Executable;

/** What is said of settings that cannot be. */
final class Refusal {
    private Refusal() {}

    static String of(Executable refused) {
        return assertThrows(IllegalArgumentException.class, refused).getMessage();
    }
}
