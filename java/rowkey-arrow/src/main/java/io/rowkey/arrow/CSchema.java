package io.rowkey.arrow;

import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A place for a schema of the C data interface. What is in it is released when it is closed.
 *
 * <p>It has memory of its own, some hundred bytes for as long as a call, without a limit: Arrow's
 * export does not survive one. Where it fails, for a type that C has no name for, it leaves places
 * behind that are not initialized. These bytes are lost, as releasing them would crash the JVM.
 */
final class CSchema implements AutoCloseable {
  private final BufferAllocator allocator = new RootAllocator();
  private final ArrowSchema struct = ArrowSchema.allocateNew(allocator);

  /** An empty place. */
  CSchema() {
    struct.save(new ArrowSchema.Snapshot());
  }

  /** A struct of these fields. */
  CSchema(Schema schema, DictionaryProvider dictionaries) {
    Data.exportSchema(allocator, schema, dictionaries, struct);
  }

  CSchema(Field field, DictionaryProvider dictionaries) {
    Data.exportField(allocator, field, dictionaries, struct);
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
    allocator.close();
  }
}
