package storemark;

import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Threads of a test that work at the same time. */
public final class InParallel {
    /** What each of them does; their indexes begin with 0. */
    public interface Task {
        void run(int index) throws Exception;
    }

    private InParallel() {}

    /** Waits for {@code threads} that do {@code task}. Where one fails, those that wait for it are interrupted. */
    public static void run(int threads, Task task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CompletionService<Void> ended = new ExecutorCompletionService<>(pool);
        try {
            for (int thread = 0; thread < threads; thread++) {
                int index = thread;
                ended.submit(() -> {
                    task.run(index);
                    return null;
                });
            }
            for (int thread = 0; thread < threads; thread++) {
                ended.take().get();
            }
        } finally {
            pool.shutdownNow();
            pool.awaitTermination(1, TimeUnit.MINUTES); // else they would use what the test closes
        }
    }
}
