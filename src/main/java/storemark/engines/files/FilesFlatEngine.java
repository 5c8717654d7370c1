package storemark.engines.files;

/** A file per record, in one folder. See docs/engines/files.md. */
public final class FilesFlatEngine extends FilesEngine {
    public FilesFlatEngine() {
        super("files-flat", 0);
    }
}
