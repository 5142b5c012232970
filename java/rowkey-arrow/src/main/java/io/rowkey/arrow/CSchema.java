package io.rowkey.arrow;

import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** A place for a schema of the C data interface. What is in it is released when it is closed. */
final class CSchema implements AutoCloseable {
  private final BufferAllocator allocator;
  private final ArrowSchema struct;

  /** An empty place. */
  CSchema(BufferAllocator allocator) {
    this.allocator = allocator;
    struct = ArrowSchema.allocateNew(allocator);
  }

  /** A struct of these fields. */
  CSchema(BufferAllocator allocator, Schema schema, DictionaryProvider dictionaries) {
    this(allocator);
    try {
      Data.exportSchema(allocator, schema, dictionaries, struct);
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  CSchema(BufferAllocator allocator, Field field, DictionaryProvider dictionaries) {
    this(allocator);
    try {
      Data.exportField(allocator, field, dictionaries, struct);
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  long address() {
    return struct.memoryAddress();
  }

  /** The field that C has put here. */
  Field field() {
    // The import closes what it is given.
    return Data.importField(allocator, ArrowSchema.wrap(address()), null);
  }

  @Override
  public void close() {
    struct.release();
    struct.close();
  }
}
