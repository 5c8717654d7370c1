package storemark.dataset;

import java.nio.ByteBuffer;
import storemark.engine.Sink;

/** Takes a value that only has to be there. */
final class ValueIgnored extends Sink {
    @Override
    public void value(byte[] buffer, int offset, int length) {}

    @Override
    public void value(ByteBuffer buffer) {}
}
