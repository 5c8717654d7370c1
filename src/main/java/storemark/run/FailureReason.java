package storemark.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the one line that says why, in all that a fork printed. */
final class FailureReason {
    /** A fork that ended itself says why. */
    private static final Pattern STOPPED = Pattern.compile("(?m)^STOPPED: (.+)$");

    private static final Pattern CAUSE = Pattern.compile("(?m)^Caused by: (.+)$");
    private static final Pattern THROWN =
            Pattern.compile("(?m)^([\\w.$]+(?:Exception|Error|Unsupported|Unavailable)\\w*: .+)$");
    private static final Pattern DEAD = Pattern.compile("(?m)^.*(?:exit code|SIGSEGV|SIGBUS|OutOfMemory|signal).*$");
    private static final Pattern CLASS = Pattern.compile("^(?:[a-z]\\w*\\.)+([A-Z][\\w$]*): (.+)$");
    private static final int LONGEST = 300;

    private FailureReason() {}

    /** The innermost exception's message where there is one, else how the process died, else the last line. */
    static String in(String printed) {
        String reason = Stream.of(STOPPED, CAUSE, THROWN, DEAD)
                .flatMap(pattern -> pattern.matcher(printed).results().reduce((before, last) -> last).stream())
                .map(found -> found.group(found.groupCount()))
                .findFirst()
                .orElseGet(() -> lastLine(printed.strip()));
        return shorten(reason);
    }

    private static String lastLine(String printed) {
        return printed.isEmpty()
                ? "the fork ended without a message"
                : printed.substring(printed.lastIndexOf('\n') + 1);
    }

    /** An exception as one line: its class where the message alone says too little. */
    static String oneLine(Throwable thrown) {
        Throwable innermost = thrown;
        while (innermost.getCause() != null && innermost.getCause() != innermost) {
            innermost = innermost.getCause();
        }
        return shorten(innermost.getClass().getName() + ": " + innermost.getMessage());
    }

    private static String shorten(String line) {
        Matcher named = CLASS.matcher(line.strip());
        String text = line.strip();
        if (named.matches()) {
            boolean plain =
                    named.group(1).matches("Illegal(State|Argument)Exception|Unsupported|Unavailable|IOException");
            text = plain ? named.group(2) : named.group(1) + ": " + named.group(2);
        }
        text = text.replaceAll("\\s+", " ");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " ...";
    }
}
