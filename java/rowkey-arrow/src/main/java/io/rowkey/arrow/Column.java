package io.rowkey.arrow;

import java.util.Objects;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A field of a schema that C has been told, and how its vectors go to C. C reads a vector as its
 * field says: one of another type must not get there.
 */
final class Column {
  private final Field field;
  private final DictionaryProvider dictionaries;

  /** The type of the dictionary's values, or null. */
  private final ArrowType values;

  Column(Field field, DictionaryProvider dictionaries) {
    this.field = field;
    this.dictionaries = dictionaries;
    values = field.getDictionary() == null ? null : dictionary().getField().getType();
  }

  String name() {
    return field.getName();
  }

  private FieldVector dictionary() {
    long id = field.getDictionary().getId();
    Dictionary dictionary = dictionaries.lookup(id);
    if (dictionary == null) {
      throw new IllegalArgumentException(
          name() + " has the dictionary " + id + " (expected a DictionaryProvider that has it)");
    }
    return dictionary.getVector();
  }

  private static void check(FieldVector vector, ArrowType type, String what) {
    ArrowType given = vector.getField().getType();
    if (!given.equals(type) || vector.getMinorType() != Types.getMinorTypeForArrowType(given)) {
      throw new IllegalArgumentException(
          what
              + " is a "
              + vector.getClass().getSimpleName()
              + " of "
              + given
              + " (expected "
              + type
              + ", as the schema has)");
    }
  }

  private void check(FieldVector vector, int rows) {
    check(vector, field.getType(), name());
    if (!Objects.equals(vector.getField().getDictionary(), field.getDictionary())) {
      throw new IllegalArgumentException(
          name()
              + " has the dictionary "
              + vector.getField().getDictionary()
              + " (expected "
              + field.getDictionary()
              + ", as the schema has)");
    }
    if (values != null) {
      check(dictionary(), values, "the dictionary of " + name());
    }
    if (vector.getValueCount() < rows) {
      throw new IllegalArgumentException(
          name() + " has " + vector.getValueCount() + " values (expected " + rows + ")");
    }
  }

  /** The vector as C reads it, which shares its buffers. */
  CArray export(BufferAllocator allocator, FieldVector vector, int rows) {
    check(vector, rows);
    CArray array = new CArray(allocator);
    try {
      Data.exportVector(allocator, vector, dictionaries, array.struct());
    } catch (Throwable e) {
      array.close();
      throw e;
    }
    return array;
  }
}
