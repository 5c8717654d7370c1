package storemark.engines;

import java.io.IOException;
import java.util.EnumSet;
import org.cojen.tupl.DatabaseFullException;
import org.cojen.tupl.io.FilePageArray;
import org.cojen.tupl.io.OpenOption;
import org.cojen.tupl.io.PageArray;
import storemark.engine.Target;

/** The pages of a device, of which TuplDB would use the last one too, which is not its own. */
final class TuplPages extends PageArray {
    private final PageArray pages;
    private final long limit;

    private TuplPages(PageArray pages, long limit) {
        super(pages.pageSize());
        this.pages = pages;
        this.limit = limit;
    }

    static TuplPages onDevice(Target target, int pageSize) throws IOException {
        EnumSet<OpenOption> options = EnumSet.noneOf(OpenOption.class);
        if (target.directIo()) {
            options.add(OpenOption.DIRECT_IO);
        }
        long limit = target.deviceBytes() / pageSize;
        return new TuplPages(
                FilePageArray.factory(pageSize, target.device().toFile(), options)
                        .get(),
                limit);
    }

    @Override
    public long pageCountLimit() {
        return limit;
    }

    @Override
    public void writePage(long index, long from, int offset) throws IOException {
        if (index >= limit) {
            throw new DatabaseFullException("page " + index + " is outside of the device's " + limit);
        }
        pages.writePage(index, from, offset);
    }

    /** A device has the size that it has. */
    @Override
    public void truncatePageCount(long count) {}

    /** A device has the size that it has. */
    @Override
    public void expandPageCount(long count) {}

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
    public void readPage(long index, long to, int offset, int length) throws IOException {
        pages.readPage(index, to, offset, length);
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
