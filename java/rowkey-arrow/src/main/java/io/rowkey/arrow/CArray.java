package io.rowkey.arrow;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.ForeignAllocation;

/**
 * A place for an array of the C data interface. What is in it is released, and the place freed,
 * when it is closed and the last of its buffers is.
 */
final class CArray implements AutoCloseable {
  private final ArrowArray struct;
  private final AtomicInteger references = new AtomicInteger(1);

  /** An empty place. */
  CArray(BufferAllocator allocator) {
    struct = ArrowArray.allocateNew(allocator);
  }

  ArrowArray struct() {
    return struct;
  }

  long address() {
    return struct.memoryAddress();
  }

  /**
   * A buffer of the array, which keeps all of it alive.
   *
   * @throws org.apache.arrow.memory.OutOfMemoryException when the allocator's limit is reached
   */
  ArrowBuf buffer(BufferAllocator allocator, long address, long size) {
    if (address == 0 || size == 0) {
      return allocator.getEmpty();
    }
    Piece piece = new Piece(size, address);
    try {
      return allocator.wrapForeignAllocation(piece);
    } catch (Throwable e) {
      piece.release0();
      throw e;
    }
  }

  @Override
  public void close() {
    if (references.decrementAndGet() == 0) {
      struct.release();
      struct.close();
    }
  }

  /**
   * A part of it. Buffers refer to it, and so to the class loader, which the functions that release
   * the array go with.
   */
  private final class Piece extends ForeignAllocation {
    private final AtomicBoolean held = new AtomicBoolean(true);

    Piece(long size, long address) {
      super(size, address);
      references.incrementAndGet();
    }

    @Override
    protected void release0() {
      // An allocator that fails to take it has released it already, or has not.
      if (held.compareAndSet(true, false)) {
        close();
      }
    }
  }
}
