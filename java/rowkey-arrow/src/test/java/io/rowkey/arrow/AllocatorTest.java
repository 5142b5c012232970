package io.rowkey.arrow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;

/** A test with an allocator, in which nothing is left at its end. */
abstract class AllocatorTest {
  final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void nothingIsLeft() {
    allocator.close();
  }

  /** Fills a vector, whose other rows are null. */
  static <V extends FieldVector> V filled(V vector, int rows, ObjIntConsumer<V> set) {
    vector.setInitialCapacity(rows);
    vector.allocateNew();
    for (int i = 0; i < rows; i++) {
      set.accept(vector, i);
    }
    vector.setValueCount(rows);
    return vector;
  }

  final BigIntVector longs(String name, long... values) {
    return filled(
        new BigIntVector(name, allocator), values.length, (v, i) -> v.setSafe(i, values[i]));
  }

  final VarCharVector texts(String name, String... values) {
    return filled(
        new VarCharVector(name, allocator),
        values.length,
        (v, i) -> {
          if (values[i] != null) {
            v.setSafe(i, values[i].getBytes(StandardCharsets.UTF_8));
          }
        });
  }

  static VectorSchemaRoot root(FieldVector... vectors) {
    return VectorSchemaRoot.of(vectors);
  }

  static byte[][] bytes(ValueVector keys) {
    byte[][] bytes = new byte[keys.getValueCount()][];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte[]) keys.getObject(i);
    }
    return bytes;
  }

  static void assertKeys(byte[][] expected, ValueVector keys) {
    assertEquals(0, keys.getNullCount());
    assertArrayEquals(expected, bytes(keys), () -> Arrays.deepToString(bytes(keys)));
  }

  static <E extends Throwable> E refused(Class<E> type, String says, Executable call) {
    E thrown = assertThrows(type, call);
    assertTrue(String.valueOf(thrown.getMessage()).contains(says), thrown::toString);
    return thrown;
  }
}
