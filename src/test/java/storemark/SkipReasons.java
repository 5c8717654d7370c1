package storemark;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Prints why a test could not run here: otherwise a skipped test would go unnoticed. */
public final class SkipReasons implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            String reason = result.getThrowable().map(Throwable::getMessage).orElse("no reason given");
            System.out.println(test.getDisplayName() + ": " + reason);
        }
    }
}
