package storemark.engines.tupl;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import org.cojen.tupl.DatabaseFullException;
import org.cojen.tupl.io.FilePageArray;
import org.cojen.tupl.io.OpenOption;
import org.cojen.tupl.io.PageArray;
import storemark.engine.Target;

/**
 * The pages of a file with O_DIRECT, or of a device with or without. TuplDB 1.9 opens a database by reading 512 bytes of its header
 * page, so that O_DIRECT fails with EINVAL if the logical block is larger: such a read goes through a whole page. On a device the
 * library would also use the reserved end.
 */
final class TuplPages extends PageArray {
    private final PageArray pages;
    private final long limit;

    /** @param limit how many pages there may be, or -1 for no limit but the file system's */
    private TuplPages(PageArray pages, long limit) {
        super(pages.pageSize());
        this.pages = pages;
        this.limit = limit;
    }

    /** @param file where the pages are when no device takes them */
    static TuplPages open(Target target, File file, int pageSize) throws IOException {
        // As the library opens files of its own (Launcher.createOpenOptions): the kernel reads nothing ahead.
        EnumSet<OpenOption> options = EnumSet.of(OpenOption.RANDOM_ACCESS);
        if (target.directIo()) {
            options.add(OpenOption.DIRECT_IO);
        }
        if (target.device() != null) {
            File device = target.device().toFile();
            return new TuplPages(
                    FilePageArray.factory(pageSize, device, options).get(), target.deviceBytes() / pageSize);
        }
        options.add(OpenOption.CREATE);
        return new TuplPages(FilePageArray.factory(pageSize, file, options).get(), -1);
    }

    @Override
    @SuppressWarnings("restricted") // TuplDB passes addresses
    public void readPage(long index, long to, int offset, int length) throws IOException {
        if (!isDirectIO() || length == pageSize()) {
            pages.readPage(index, to, offset, length);
            return;
        }
        try (Arena arena = Arena.ofConfined()) { // as a database is opened, and never again
            MemorySegment page = arena.allocate(pageSize(), pageSize());
            pages.readPage(index, page.address(), 0, pageSize());
            MemorySegment part = MemorySegment.ofAddress(to + offset).reinterpret(length);
            part.copyFrom(page.asSlice(0, length));
        }
    }

    @Override
    public void writePage(long index, long from, int offset) throws IOException {
        if (limit >= 0 && index >= limit) {
            throw new DatabaseFullException("page " + index + " is outside of the device's " + limit);
        }
        pages.writePage(index, from, offset);
    }

    @Override
    public long pageCountLimit() throws IOException {
        return limit >= 0 ? limit : pages.pageCountLimit();
    }

    /** A device has the size that it has. */
    @Override
    public void truncatePageCount(long count) throws IOException {
        if (limit < 0) {
            pages.truncatePageCount(count);
        }
    }

    /** A device has the size that it has. */
    @Override
    public void expandPageCount(long count) throws IOException {
        if (limit < 0) {
            pages.expandPageCount(count);
        }
    }

    @Override
    public int directPageSize() {
        return pages.directPageSize();
    }

    @Override
    public boolean isReadOnly() {
        return pages.isReadOnly();
    }

    @Override
    public boolean isEmpty() throws IOException {
        return pages.isEmpty();
    }

    @Override
    public long pageCount() throws IOException {
        return pages.pageCount();
    }

    @Override
    public void sync(boolean metadata) throws IOException {
        pages.sync(metadata);
    }

    @Override
    public void close(Throwable cause) throws IOException {
        pages.close(cause);
    }

    @Override
    public boolean isClosed() {
        return pages.isClosed();
    }
}
