package storemark.engines.tupl;

import com.kenai.jffi.MemoryIO;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import org.cojen.tupl.DatabaseFullException;
import org.cojen.tupl.io.FilePageArray;
import org.cojen.tupl.io.OpenOption;
import storemark.engine.Target;
import storemark.engines.NativeLibrary;

/**
 * The pages of a file with O_DIRECT, or of a device with or without. TuplDB 1.3 does not align its pages, so that O_DIRECT fails
 * with EINVAL: such pages go through an aligned buffer of each thread. On a device the library would also use the reserved end.
 */
final class TuplPages extends FilePageArray {
    /** A multiple of every device's logical block. */
    private static final int ALIGNMENT = 4096;

    private static final MemoryIO MEMORY = NativeLibrary.MEMORY;

    private final long limit;
    private final boolean direct;
    private final ThreadLocal<Aligned> aligned;

    /** @param limit how many pages there may be, or -1 for no limit but the file system's */
    private TuplPages(int pageSize, File file, EnumSet<OpenOption> options, long limit) throws IOException {
        super(pageSize, file, options);
        this.limit = limit;
        direct = options.contains(OpenOption.DIRECT_IO);
        aligned = ThreadLocal.withInitial(() -> new Aligned(pageSize));
    }

    /** @param file where the pages are when no device takes them */
    static TuplPages open(Target target, File file, int pageSize) throws IOException {
        EnumSet<OpenOption> options = EnumSet.noneOf(OpenOption.class);
        if (target.directIo()) {
            options.add(OpenOption.DIRECT_IO);
        }
        if (target.device() != null) {
            return new TuplPages(pageSize, target.device().toFile(), options, target.deviceBytes() / pageSize);
        }
        options.add(OpenOption.CREATE);
        return new TuplPages(pageSize, file, options, -1);
    }

    /** One page of memory at an address that O_DIRECT takes. */
    private static final class Aligned {
        final ByteBuffer buffer;
        final long address;

        Aligned(int pageSize) {
            buffer = ByteBuffer.allocateDirect(pageSize + ALIGNMENT).alignedSlice(ALIGNMENT);
            address = NativeLibrary.address(buffer);
        }
    }

    private boolean fits(long address, int length) {
        return !direct || (address % ALIGNMENT == 0 && length == pageSize());
    }

    @Override
    public void readPage(long index, long to, int offset, int length) throws IOException {
        if (fits(to + offset, length)) {
            super.readPage(index, to, offset, length);
            return;
        }
        long page = aligned.get().address;
        super.readPage(index, page, 0, pageSize());
        MEMORY.copyMemory(page, to + offset, length);
    }

    @Override
    public void readPage(long index, byte[] to, int offset, int length) throws IOException {
        Aligned page = aligned.get();
        super.readPage(index, page.address, 0, pageSize());
        page.buffer.get(0, to, offset, length);
    }

    @Override
    public void writePage(long index, long from, int offset) throws IOException {
        checkRoom(index);
        if (fits(from + offset, pageSize())) {
            super.writePage(index, from, offset);
            return;
        }
        long page = aligned.get().address;
        MEMORY.copyMemory(from + offset, page, pageSize());
        super.writePage(index, page, 0);
    }

    @Override
    public void writePage(long index, byte[] from, int offset) throws IOException {
        checkRoom(index);
        Aligned page = aligned.get();
        page.buffer.put(0, from, offset, pageSize());
        super.writePage(index, page.address, 0);
    }

    private void checkRoom(long index) throws IOException {
        if (limit >= 0 && index >= limit) {
            throw new DatabaseFullException("page " + index + " is outside of the device's " + limit);
        }
    }

    @Override
    public long getPageCountLimit() {
        return limit;
    }

    /** A device has the size that it has. */
    @Override
    public void setPageCount(long count) throws IOException {
        if (limit < 0) {
            super.setPageCount(count);
        }
    }
}
