package io.rowkey.arrow;

import io.rowkey.ArrowData;
import io.rowkey.RowKeyLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Makes the keys of batches of one schema. The layout's columns are found in it by name; it may
 * have others.
 *
 * <p>For one thread at a time: a call that finds another one under way throws {@link
 * IllegalStateException}. Threads share the layout and the allocator, and have an encoder each. It
 * lives on when its layout is closed. Close it, or leave that to the garbage collector; its
 * allocator has nothing of it between calls.
 */
public final class ArrowEncoder implements AutoCloseable {
  private final BufferAllocator allocator;
  private final List<Column> columns = new ArrayList<>();
  private final ArrowData.Encoder encoder;
  private final Field keyField;

  private ArrowEncoder(Builder builder) {
    allocator = builder.allocator;
    Schema schema = usedFields(builder.layout, builder.schema);
    for (Field field : schema.getFields()) {
      columns.add(new Column(field, builder.dictionaries));
    }
    try (CSchema struct = new CSchema(schema, builder.dictionaries)) {
      encoder =
          new ArrowData.Encoder(
              builder.layout, struct.address(), builder.format.code, builder.seed, builder.name);
    }
    try (CSchema keys = new CSchema()) {
      encoder.keySchema(keys.address());
      keyField = keys.field();
    } catch (Throwable e) {
      encoder.close();
      throw e;
    }
  }

  private static Schema usedFields(RowKeyLayout layout, Schema schema) {
    Set<String> used = new HashSet<>(layout.schema().names());
    used.removeIf(name -> !layout.uses(name));
    List<Field> fields = new ArrayList<>(schema.getFields());
    fields.removeIf(field -> !used.contains(field.getName()));
    return new Schema(fields);
  }

  /**
   * An encoder for batches of a schema. Keys of one width come as a {@code FixedSizeBinaryVector},
   * others as a {@code VarBinaryVector}.
   *
   * @param allocator what keys are accounted to
   * @param layout the layout
   * @param schema the schema of the batches
   * @return the encoder
   * @throws io.rowkey.RowKeyException of kind {@code COLUMN} for a column that the schema lacks,
   *     {@code TYPE} for one of a type that does not serve
   */
  public static ArrowEncoder of(BufferAllocator allocator, RowKeyLayout layout, Schema schema) {
    return builder(allocator, layout, schema).build();
  }

  /**
   * An encoder that differs from that of {@link #of}.
   *
   * @param allocator what keys are accounted to
   * @param layout the layout
   * @param schema the schema of the batches
   * @return a builder
   */
  public static Builder builder(BufferAllocator allocator, RowKeyLayout layout, Schema schema) {
    return new Builder(allocator, layout, schema);
  }

  /** Collects what an encoder is made of. For one thread. */
  public static final class Builder {
    private final BufferAllocator allocator;
    private final RowKeyLayout layout;
    private final Schema schema;
    private DictionaryProvider dictionaries = ArrowKeys.NO_DICTIONARIES;
    private KeyFormat format;
    private String name = "key";
    private long seed;

    private Builder(BufferAllocator allocator, RowKeyLayout layout, Schema schema) {
      this.allocator = Objects.requireNonNull(allocator, "allocator");
      this.layout = Objects.requireNonNull(layout, "layout");
      this.schema = Objects.requireNonNull(schema, "schema");
      format = layout.keyWidth() >= 0 ? KeyFormat.FIXED_SIZE_BINARY : KeyFormat.BINARY;
    }

    /**
     * Where the dictionaries of dictionary-encoded columns are, also at each batch.
     *
     * @param provider the dictionaries
     * @return this
     */
    public Builder dictionaries(DictionaryProvider provider) {
      dictionaries = Objects.requireNonNull(provider, "provider");
      return this;
    }

    /**
     * The type of the keys.
     *
     * @param keys the type
     * @return this
     */
    public Builder format(KeyFormat keys) {
      format = Objects.requireNonNull(keys, "keys");
      return this;
    }

    /**
     * The name of the vector of keys; without it, {@code key}.
     *
     * @param column the name
     * @return this
     */
    public Builder name(String column) {
      name = Objects.requireNonNull(column, "column");
      return this;
    }

    /**
     * The seed of {@code random()}; without it, 0.
     *
     * @param number the seed
     * @return this
     */
    public Builder seed(long number) {
      seed = number;
      return this;
    }

    /**
     * The encoder.
     *
     * @return an encoder
     * @throws io.rowkey.RowKeyException as {@link ArrowEncoder#of}, and of kind {@code TYPE} for
     *     keys that differ in length as {@code FIXED_SIZE_BINARY}
     * @throws IllegalArgumentException for a column with a dictionary that the provider lacks
     */
    public ArrowEncoder build() {
      return new ArrowEncoder(this);
    }
  }

  /**
   * The field of the vectors of keys.
   *
   * @return its name and type
   */
  public Field keyField() {
    return keyField;
  }

  /**
   * Encodes the rows of a batch, as rows 0 on.
   *
   * @param root the batch, as {@link #encode(VectorSchemaRoot, long)} takes it
   * @return a key for each row, which the caller closes
   */
  public FieldVector encode(VectorSchemaRoot root) {
    return encode(root, 0);
  }

  /**
   * Encodes the rows of a batch.
   *
   * @param root the batch, which stays as it is; its columns may stand in any order
   * @param firstRow the number of its first row in the input, which {@code random()} counts
   * @return a key for each row and no nulls, over memory of C that is accounted to the allocator;
   *     the caller closes it. It may outlive the encoder
   * @throws io.rowkey.RowKeyException for a value that its field cannot hold: its {@code row()} is
   *     the first bad row of the batch; of kind {@code SPACE} when keys have more bytes than the
   *     format can count
   * @throws IllegalArgumentException when a column is missing, is of another type than the schema
   *     said, or has fewer values than the batch has rows
   * @throws org.apache.arrow.memory.OutOfMemoryException when the allocator's limit is reached
   */
  public FieldVector encode(VectorSchemaRoot root, long firstRow) {
    List<CArray> arrays = new ArrayList<>(columns.size());
    try {
      for (Column column : columns) {
        FieldVector vector = root.getVector(column.name());
        if (vector == null) {
          throw new IllegalArgumentException(
              "the batch has no column "
                  + column.name()
                  + " (expected one, as the schema has): "
                  + root.getSchema());
        }
        arrays.add(column.export(allocator, vector, root.getRowCount()));
      }
      long[] addresses = arrays.stream().mapToLong(CArray::address).toArray();
      try (CArray keys = new CArray(allocator)) {
        encoder.encode(addresses, root.getRowCount(), firstRow, keys.address());
        return Imports.vector(allocator, keyField, keys);
      }
    } finally {
      arrays.forEach(CArray::close);
    }
  }

  /**
   * Frees the memory in C. Calls that begin later throw {@link IllegalStateException}; one that is
   * under way ends as usual. A second close does nothing.
   */
  @Override
  public void close() {
    encoder.close();
  }
}
