package io.rowkey.arrow;

import io.rowkey.ArrowData;
import io.rowkey.Router;
import io.rowkey.RowKeyLayout;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Layouts for schemas of Arrow, and regions of vectors of keys. Thread-safe. */
public final class ArrowKeys {
  static final DictionaryProvider NO_DICTIONARIES = new DictionaryProvider.MapDictionaryProvider();

  private static final Field REGION = Field.nullable("region", new ArrowType.Int(32, false));

  private ArrowKeys() {}

  /**
   * Compiles a template, or a named layout, for the columns of a schema.
   *
   * @param template the template, or the name with {@code @} before it
   * @param schema the schema of the batches; fields of types that no layout can use may be there
   * @return the layout, whose columns are the fields that it can use: integers as {@code i64} or
   *     {@code u64}, floats as {@code f64} or {@code f32}, bools as {@code bool}, text and bytes as
   *     {@code text} or {@code bytes(N)}. The caller closes it, or leaves that to the garbage
   *     collector
   * @throws io.rowkey.RowKeyException of kind {@code SYNTAX}, {@code TYPE} or {@code COLUMN} when
   *     the template is wrong or does not fit; its message shows the template with a caret. Of kind
   *     {@code TYPE} also for timestamps, dates and decimals, whose unit or scale would be part of
   *     the key: declare it, in {@link RowKeyLayout#compile(String, io.rowkey.Schema)}
   * @throws UnsupportedOperationException for a field of a type that Arrow itself cannot hand to C
   */
  public static RowKeyLayout compile(String template, Schema schema) {
    return compile(template, schema, NO_DICTIONARIES);
  }

  /**
   * Compiles a template for the columns of a schema that has dictionary-encoded fields.
   *
   * @param template the template, or the name with {@code @} before it
   * @param schema the schema of the batches
   * @param dictionaries the dictionaries of its fields, whose values tell the types of the columns
   * @return the layout
   * @throws io.rowkey.RowKeyException as above
   * @throws IllegalArgumentException for a dictionary that the provider lacks
   */
  public static RowKeyLayout compile(
      String template, Schema schema, DictionaryProvider dictionaries) {
    Objects.requireNonNull(template, "template");
    schema.getFields().forEach(field -> new Column(field, dictionaries));
    try (CSchema struct = new CSchema(schema, dictionaries)) {
      return ArrowData.compile(template, struct.address());
    }
  }

  /**
   * The region of each key.
   *
   * @param allocator what the regions are accounted to
   * @param router the regions of the table
   * @param keys the keys: text or bytes
   * @return a number for each key, from 0 to the number of split points; null for a null. The
   *     caller closes it
   * @throws io.rowkey.RowKeyException of kind {@code TYPE} for a vector of another type
   */
  public static UInt4Vector regions(BufferAllocator allocator, Router router, FieldVector keys) {
    return regions(allocator, router, keys, NO_DICTIONARIES);
  }

  /**
   * The region of each key, where keys are dictionary-encoded.
   *
   * @param allocator what the regions are accounted to
   * @param router the regions of the table
   * @param keys the keys: text or bytes, or a dictionary of them
   * @param dictionaries the dictionary of the keys
   * @return a number for each key; the caller closes it
   * @throws io.rowkey.RowKeyException of kind {@code TYPE} for a vector of another type
   */
  public static UInt4Vector regions(
      BufferAllocator allocator, Router router, FieldVector keys, DictionaryProvider dictionaries) {
    Field field = keys.getField();
    Column column = new Column(field, dictionaries);
    try (CSchema schema = new CSchema(field, dictionaries);
        CArray array = column.export(allocator, keys, 0);
        CArray regions = new CArray(allocator)) {
      ArrowData.route(router, schema.address(), array.address(), regions.address());
      return (UInt4Vector) Imports.vector(allocator, REGION, regions);
    }
  }
}
