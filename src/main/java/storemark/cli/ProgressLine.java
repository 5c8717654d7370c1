package storemark.cli;

import java.util.Locale;
import storemark.dataset.Progress;
import storemark.run.Console;
import storemark.text.Amount;

/** Shows how far a load, a copy or a verification is. */
final class ProgressLine implements Progress.Listener {
    private final Console console;
    private final String what;

    ProgressLine(Console console, String what) {
        this.console = console;
        this.what = what;
    }

    @Override
    public void progress(Progress progress) {
        double seconds = progress.elapsed().toNanos() / 1e9;
        double mean = seconds > 0 ? progress.done() / seconds : 0;
        StringBuilder text = new StringBuilder();
        text.append(progress.phase().name().toLowerCase(Locale.ROOT))
                .append(' ')
                .append(what);
        if (progress.total() > 0) {
            text.append(String.format(Locale.ROOT, ": %.0f%%", 100.0 * progress.done() / progress.total()));
        }
        if (progress.rate() > 0) {
            text.append(", ").append(Amount.ofCount(progress.rate())).append("/s");
        }
        if (mean > 0 && progress.total() > progress.done()) {
            text.append(", ")
                    .append(Console.time((progress.total() - progress.done()) / mean))
                    .append(" left");
        }
        if (progress.bytesOnDisk() >= 0) {
            text.append(", ").append(Amount.ofBytes(progress.bytesOnDisk())).append(" on disk");
        }
        console.status(text.toString());
    }
}
