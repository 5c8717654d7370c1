package storemark.run;

import java.util.Locale;
import storemark.dataset.Progress;
import storemark.text.Amount;

/**
 * Shows how far a load, a copy or a verification is.
 *
 * @param what is loaded, copied or verified, for people
 */
public record ProgressLine(Console console, String what) implements Progress.Listener {
    @Override
    public void note(String line) {
        console.line(line);
    }

    @Override
    public void progress(Progress progress) {
        boolean open = progress.phase() == Progress.Phase.SETTLE || progress.total() == 0;
        if (open) {
            console.status(text(progress, what));
        } else {
            console.status((double) progress.done() / progress.total(), text(progress, what));
        }
    }

    /** {@code load 10,000,000 entries of lmdb: 12%, 3.1M/s, 5 min 2 s left, 1.2 GiB on disk, 70 GiB free}. */
    static String text(Progress progress, String what) {
        double seconds = progress.elapsed().toNanos() / 1e9;
        boolean open = progress.phase() == Progress.Phase.SETTLE;
        StringBuilder text = new StringBuilder(progress.phase().name().toLowerCase(Locale.ROOT))
                .append(' ')
                .append(what);
        if (open) {
            text.append(": ").append(Console.time(seconds));
        } else if (progress.total() > 0) {
            text.append(String.format(Locale.ROOT, ": %.0f%%", 100.0 * progress.done() / progress.total()));
        }
        if (progress.rate() > 0) {
            boolean bytes = progress.phase() == Progress.Phase.COPY;
            text.append(", ")
                    .append(bytes ? Amount.ofBytes(progress.rate()) : Amount.ofCount(progress.rate()))
                    .append("/s");
        }
        double mean = seconds > 0 ? (progress.done() - progress.first()) / seconds : 0;
        if (!open && mean > 0 && progress.total() > progress.done()) {
            text.append(", ")
                    .append(Console.time((progress.total() - progress.done()) / mean))
                    .append(" left");
        }
        text.append(space(progress.bytesOnDisk(), progress.freeBytes()));
        return text.toString();
    }

    /** {@code , 1.2 GiB on disk, 70 GiB free}: the end of a status, both in bytes; nothing of what is negative. */
    static String space(long onDisk, long free) {
        return (onDisk < 0 ? "" : ", " + Amount.ofBytes(onDisk) + " on disk")
                + (free < 0 ? "" : ", " + Amount.ofBytes(free) + " free");
    }
}
