package storemark.machine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One line of {@code /proc/self/mountinfo} (proc_pid_mountinfo(5)).
 *
 * @param device {@code major:minor} of the files on it
 * @param root the directory of the file system that is the root of this mount
 * @param mountPoint where it is mounted
 * @param options flags of this mount
 * @param type file system type, {@code ext4}
 * @param source what is mounted: a device, a server's export, or a word
 * @param superOptions options of the file system
 */
record Mount(
        String device,
        String root,
        String mountPoint,
        String options,
        String type,
        String source,
        String superOptions) {
    /** Flags, and options with a value that say something about speed and nothing about hosts, users or paths. */
    private static final Pattern PUBLISHED =
            Pattern.compile("[A-Za-z0-9_-]+|(?:allocsize|alloc_mode|barrier|commit|compress"
                    + "|compress-force|compress_algorithm|data|discard|errors|logbsize|logbufs|max_batch_time|min_batch_time|mode"
                    + "|nr_inodes|proto|rsize|size|stripe|sunit|swidth|sync|vers|wsize)=.*");

    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-3][0-7]{2})");

    /** The mounts in order; a later one hides an earlier one on the same mount point. */
    static List<Mount> all(SystemFiles files) {
        return all(files, "/proc/self/mountinfo");
    }

    /** The mounts that another process sees. */
    static List<Mount> all(SystemFiles files, String mountInfo) {
        List<Mount> mounts = new ArrayList<>();
        for (String line : files.lines(mountInfo)) {
            String[] halves = line.split(" - ", 2);
            String[] left = halves[0].split(" ", -1);
            String[] right = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
            if (left.length >= 6 && right.length >= 2) {
                mounts.add(new Mount(
                        left[2],
                        unescape(left[3]),
                        unescape(left[4]),
                        left[5],
                        right[0],
                        unescape(right[1]),
                        right.length > 2 ? right[2] : ""));
            }
        }
        return mounts;
    }

    /** The mount that holds {@code file}, an absolute path without links, or null. */
    static Mount holding(SystemFiles files, Path file) {
        return all(files).stream()
                .filter(mount -> file.startsWith(mount.mountPoint))
                .reduce((one, later) -> later.depth() >= one.depth() ? later : one)
                .orElse(null);
    }

    private int depth() {
        return Path.of(mountPoint).getNameCount();
    }

    /** The options that may be published: no directory, host or user among them. */
    String publishedOptions() {
        return Stream.of((options + "," + superOptions).split(",", -1))
                .filter(PUBLISHED.asMatchPredicate())
                .distinct()
                .collect(Collectors.joining(","));
    }

    /** Undoes the kernel's octal escapes of white space and backslashes. */
    static String unescape(String text) {
        return ESCAPE.matcher(text)
                .replaceAll(escape ->
                        Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 8))));
    }
}
