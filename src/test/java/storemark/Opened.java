package storemark;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a test has opened, for a field with {@code @AutoClose}: closed after the test, the last first. */
public final class Opened implements AutoCloseable {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    public <T extends AutoCloseable> T add(T resource) {
        opened.push(resource);
        return resource;
    }

    @Override
    public void close() throws Exception {
        AutoCloseable last = opened.poll();
        if (last != null) {
            try {
                last.close();
            } finally {
                close();
            }
        }
    }
}
