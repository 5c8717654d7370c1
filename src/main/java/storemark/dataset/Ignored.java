package storemark.dataset;

import java.nio.ByteBuffer;
import storemark.engine.Sink;

/** Takes a value of which only that it is there matters. */
final class Ignored extends Sink {
    @Override
    public void value(byte[] buffer, int offset, int length) {}

    @Override
    public void value(ByteBuffer buffer) {}
}
