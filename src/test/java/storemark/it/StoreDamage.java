package storemark.it;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import storemark.engine.Records;

/**
 * The places in a store's file that hold the record in the middle, or, where its value cannot be found because it is encrypted, the
 * middle of the largest file. A slow load of H2 leaves older copies, to which it goes back where the last is lost.
 */
record StoreDamage(Path file, List<Long> copies) {
    private static final int DAMAGED_BYTES = 16 << 10;

    static StoreDamage of(Path store, Records records, int count) throws IOException {
        byte[] value = new byte[records.maxValueBytes()];
        String middle = new String(value, 0, records.value(count / 2, 0, value), StandardCharsets.ISO_8859_1);
        List<Path> files;
        try (Stream<Path> tree = Files.walk(store)) {
            files = tree.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted(Comparator.comparingLong(StoreDamage::size).reversed())
                    .toList();
        }
        for (Path file : files) {
            String content = Files.readString(file, StandardCharsets.ISO_8859_1);
            List<Long> copies = Pattern.compile(middle, Pattern.LITERAL)
                    .matcher(content)
                    .results()
                    .map(found -> (long) found.start())
                    .toList();
            if (!copies.isEmpty()) {
                return new StoreDamage(file, copies);
            }
        }
        return new StoreDamage(files.get(0), List.of(size(files.get(0)) / 2));
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    /** Puts noise over what is there, around each place. */
    void overwrite() throws IOException {
        byte[] noise = new byte[(int) Math.min(DAMAGED_BYTES, size(file))];
        new Random(3).nextBytes(noise);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (long at : copies) {
                long from = Math.max(0, Math.min(size(file) - noise.length, at - noise.length / 2));
                channel.write(ByteBuffer.wrap(noise), from);
            }
        }
    }

    /** Turns one bit of the record's value in each place, which a library without checksums reads as it is. */
    void turnBit() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (long at : copies) {
                ByteBuffer one = ByteBuffer.allocate(1);
                channel.read(one, at);
                channel.write(one.put(0, (byte) (one.get(0) ^ 1)).rewind(), at);
            }
        }
    }

    /** Ends the file in the middle of the record's first copy, so that none is left. */
    void cut() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(copies.get(0) + 50);
        }
    }
}
