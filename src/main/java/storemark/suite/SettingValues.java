package storemark.suite;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import storemark.text.Amount;
import storemark.text.Nearest;
import storemark.workload.Workload;

/** Reads what a setting says; whoever cannot be read is told with what is offered. */
final class SettingValues {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,9})(ms|s|m)");

    private SettingValues() {}

    static long step(String text, long entries) {
        if (!text.endsWith("%")) {
            return Amount.count(text);
        }
        double percent = Double.parseDouble(text.substring(0, text.length() - 1));
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException("'" + text + "': more than 0% to 100% are offered");
        }
        return Math.max(1, Math.round(entries * percent / 100));
    }

    static boolean flag(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("'" + text + "': true or false are offered");
        }
        return text.equals("true");
    }

    static Workload workload(String name) {
        return constant(Workload.class, name);
    }

    static int threads(String text) {
        int threads = text.equals("all")
                ? Runtime.getRuntime().availableProcessors()
                : (int) Math.min(Integer.MAX_VALUE, Amount.count(text));
        if (threads < 1 || threads > 1024) {
            throw new IllegalArgumentException("'" + text + "': 1 to 1024, or all, are offered");
        }
        return threads;
    }

    static long millis(String text) {
        Matcher parts = TIME.matcher(text);
        if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
            throw new IllegalArgumentException("'" + text + "' is not a time such as 500ms, 10s or 1m");
        }
        long unit = switch (parts.group(2)) {
            case "ms" -> 1;
            case "s" -> 1000;
            default -> 60_000;
        };
        return Long.parseLong(parts.group(1)) * unit;
    }

    static long number(String name, String text, String fallback, long low, long high) {
        return read(name, text, fallback, said -> {
            long number = Amount.count(said);
            if (number < low || number > high) {
                throw new IllegalArgumentException("'" + said + "': " + low + " to " + high + " are offered");
            }
            return number;
        });
    }

    static double share(String name, String text, String fallback) {
        return read(name, text, fallback, said -> {
            double share = Double.parseDouble(said);
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("'" + said + "': 0.0 to 1.0 are offered");
            }
            return share;
        });
    }

    static <E extends Enum<E>> E constant(Class<E> type, String text) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        List<String> names = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            names.add(constant.name().toLowerCase(Locale.ROOT));
        }
        throw new IllegalArgumentException("'" + text + "': did you mean '" + Nearest.of(text, names) + "'? There are "
                + String.join(", ", names));
    }

    static <T> List<T> list(String name, List<String> said, List<String> fallback, Function<String, T> reader) {
        Set<T> values = new LinkedHashSet<>();
        for (String text : said == null ? fallback : said) {
            values.add(read(name, text, "", reader));
        }
        check(!values.isEmpty(), name, "", "name one at least");
        return List.copyOf(values);
    }

    static <T> T read(String name, String said, String fallback, Function<String, T> reader) {
        String text = said == null ? fallback : said;
        try {
            return reader.apply(text);
        } catch (NumberFormatException notNumber) {
            throw new SettingException(name, text, "'" + text + "' is not a number", notNumber);
        } catch (IllegalArgumentException wrong) {
            throw new SettingException(name, text, wrong.getMessage(), wrong);
        }
    }

    static void check(boolean fine, String name, String said, String offered) {
        if (!fine) {
            throw new SettingException(name, said, "'" + said + "': " + offered, null);
        }
    }
}
