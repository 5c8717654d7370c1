package storemark.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import storemark.machine.FreeSpace;
import storemark.run.ChildJvm;
import storemark.run.ProcessEnd;

/**
 * Runs a command that opens stores in a process of its own. A library that takes that process down, by a fault of a memory map on
 * a full disk or of a damaged file, is reported in one line like any other error.
 */
final class EngineProcess {
    private EngineProcess() {}

    /**
     * Runs {@code arguments} in a child.
     *
     * @param what the command in words: {@code load of lmdb}
     * @param directory where its datasets are, for a word on space
     * @param remedy what to do when the process died, and the disk is not full
     * @param stopped the line to print when the user stops the command
     * @return the exit code of a child that ended by itself
     */
    static int run(String what, long heapBytes, List<String> arguments, Path directory, String remedy, String stopped)
            throws IOException, InterruptedException {
        ProcessEnd end = ChildJvm.run(heapBytes, arguments, stopped);
        if (!end.bySignal()) {
            return end.exitCode();
        }
        throw Failure.failed(
                "the process of the " + what + " " + end.inWords() + "; " + fullBelow(directory, noRoom(end) + remedy));
    }

    /** Other threads of a dying process may have freed space since: the signal alone still says what may have been. */
    private static String noRoom(ProcessEnd end) {
        return end.inWords().contains("SIGBUS")
                ? "a memory-mapped file could not grow (disk full) or was truncated: free space or choose another --dir; "
                : "";
    }

    /** The file systems of the datasets, which need not be that of their directory, and what to do. */
    private static String fullBelow(Path directory, String otherwise) throws IOException {
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, Files::isDirectory)) {
                for (Path folder : folders) {
                    if (FreeSpace.of(folder).exhausted()) {
                        return "the disk is full at " + folder
                                + ": free space or choose another --dir, then load again";
                    }
                }
            }
        }
        return otherwise;
    }
}
