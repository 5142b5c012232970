package io.rowkey.arrow;

import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BufferLayout;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Vectors of the arrays that C has made, over the memory of C. {@code Data.importIntoVector} of
 * Arrow does the same, but keeps the array for ever when the allocator's limit is reached.
 */
final class Imports {
  private Imports() {}

  static FieldVector vector(BufferAllocator allocator, Field field, CArray array) {
    return vector(allocator, field, array, array.struct().snapshot());
  }

  static VectorSchemaRoot root(BufferAllocator allocator, Schema schema, CArray array) {
    ArrowArray.Snapshot struct = array.struct().snapshot();
    List<Field> fields = schema.getFields();
    LongBuffer children = addresses(struct.children, fields.size());
    List<FieldVector> vectors = new ArrayList<>();
    try {
      for (int i = 0; i < fields.size(); i++) {
        ArrowArray.Snapshot child = ArrowArray.wrap(children.get(i)).snapshot();
        vectors.add(vector(allocator, fields.get(i), array, child));
      }
      return new VectorSchemaRoot(schema, vectors, Math.toIntExact(struct.length));
    } catch (Throwable e) {
      vectors.forEach(FieldVector::close);
      throw e;
    }
  }

  private static LongBuffer addresses(long address, int count) {
    return MemoryUtil.directBuffer(address, count * Long.BYTES)
        .order(ByteOrder.nativeOrder())
        .asLongBuffer();
  }

  private static FieldVector vector(
      BufferAllocator allocator, Field field, CArray array, ArrowArray.Snapshot snapshot) {
    FieldVector vector = field.createVector(allocator);
    List<ArrowBuf> buffers = new ArrayList<>();
    try {
      addBuffers(allocator, field, array, snapshot, buffers);
      vector.loadFieldBuffers(new ArrowFieldNode(snapshot.length, snapshot.null_count), buffers);
      return vector;
    } catch (Throwable e) {
      vector.close();
      throw e;
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
  }

  private static void addBuffers(
      BufferAllocator allocator,
      Field field,
      CArray array,
      ArrowArray.Snapshot snapshot,
      List<ArrowBuf> buffers) {
    List<BufferLayout> layouts = layouts(field);
    LongBuffer addresses = addresses(snapshot.buffers, layouts.size());
    long ends = -1;
    for (int i = 0; i < layouts.size(); i++) {
      int bits = layouts.get(i).getTypeBitWidth();
      boolean areOffsets = layouts.get(i).getType() == BufferLayout.BufferType.OFFSET;
      long entries = snapshot.length + (areOffsets ? 1 : 0);
      // After offsets there are so many bytes as the last one says.
      long size = ends >= 0 ? ends : (entries * bits + 7) / 8;
      ArrowBuf buffer = array.buffer(allocator, addresses.get(i), size);
      buffers.add(buffer);
      if (areOffsets) {
        long last = size - bits / 8;
        ends = bits == Long.SIZE ? buffer.getLong(last) : buffer.getInt(last);
      }
    }
  }

  /**
   * The buffers of a field's vectors.
   *
   * @throws IllegalArgumentException for a type whose buffers have sizes of their own
   */
  static List<BufferLayout> layouts(Field field) {
    List<BufferLayout> layouts = TypeLayout.getTypeLayout(field.getType()).getBufferLayouts();
    for (BufferLayout layout : layouts) {
      switch (layout.getType()) {
        case VALIDITY:
        case OFFSET:
        case DATA:
          break;
        default:
          throw new IllegalArgumentException(
              field + " cannot come from C (expected a type without views, such as Utf8)");
      }
    }
    return layouts;
  }
}
