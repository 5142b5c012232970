package io.rowkey.arrow;

import io.rowkey.ArrowData;
import io.rowkey.RowKeyLayout;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Gets the columns back from vectors of keys.
 *
 * <p>For one thread at a time, and for any time, as {@link ArrowEncoder} is.
 */
public final class ArrowDecoder implements AutoCloseable {
  private final BufferAllocator allocator;
  private final Column keys;
  private final ArrowData.Decoder decoder;
  private final Schema schema;

  private ArrowDecoder(Builder builder) {
    allocator = builder.allocator;
    keys = new Column(builder.keys, builder.dictionaries);
    try (CSchema struct = new CSchema(builder.keys, builder.dictionaries);
        CSchema records =
            builder.records == null ? null : new CSchema(builder.records, builder.dictionaries)) {
      decoder =
          new ArrowData.Decoder(
              builder.layout, struct.address(), records == null ? 0 : records.address());
    }
    try (CSchema records = new CSchema()) {
      decoder.recordSchema(records.address());
      schema = new Schema(records.field().getChildren());
      schema.getFields().forEach(Imports::layouts);
    } catch (Throwable e) {
      decoder.close();
      throw e;
    }
  }

  /**
   * A decoder for keys as an encoder makes them. Columns are recovered as the layout has them:
   * {@code BigIntVector}, {@code UInt8Vector}, timestamps in UTC, {@code Float8Vector}, {@code
   * Float4Vector}, {@code LargeVarBinaryVector} or {@code FixedSizeBinaryVector}.
   *
   * @param allocator what columns are accounted to
   * @param layout the layout
   * @param keys the field of the keys: text or bytes
   * @return the decoder
   * @throws io.rowkey.RowKeyException of kind {@code TYPE} for a field of another type, and when no
   *     column is recovered
   */
  public static ArrowDecoder of(BufferAllocator allocator, RowKeyLayout layout, Field keys) {
    return builder(allocator, layout, keys).build();
  }

  /**
   * A decoder that differs from that of {@link #of}.
   *
   * @param allocator what columns are accounted to
   * @param layout the layout
   * @param keys the field of the keys: text or bytes, or a dictionary of them
   * @return a builder
   */
  public static Builder builder(BufferAllocator allocator, RowKeyLayout layout, Field keys) {
    return new Builder(allocator, layout, keys);
  }

  /** Collects what a decoder is made of. For one thread. */
  public static final class Builder {
    private final BufferAllocator allocator;
    private final RowKeyLayout layout;
    private final Field keys;
    private Schema records;
    private DictionaryProvider dictionaries = ArrowKeys.NO_DICTIONARIES;

    private Builder(BufferAllocator allocator, RowKeyLayout layout, Field keys) {
      this.allocator = Objects.requireNonNull(allocator, "allocator");
      this.layout = Objects.requireNonNull(layout, "layout");
      this.keys = Objects.requireNonNull(keys, "keys");
    }

    /**
     * The schema that columns are recovered in: those of its fields that keys give back, in its
     * order and of its types, dictionaries as their values.
     *
     * @param schema the schema, such as that of the batches that were encoded
     * @return this
     */
    public Builder records(Schema schema) {
      records = Objects.requireNonNull(schema, "schema");
      return this;
    }

    /**
     * Where the dictionaries of the keys, and of fields of the records, are.
     *
     * @param provider the dictionaries
     * @return this
     */
    public Builder dictionaries(DictionaryProvider provider) {
      dictionaries = Objects.requireNonNull(provider, "provider");
      return this;
    }

    /**
     * The decoder.
     *
     * @return a decoder
     * @throws io.rowkey.RowKeyException as {@link ArrowDecoder#of}, and of kind {@code TYPE} for a
     *     type of the records that does not serve
     * @throws IllegalArgumentException for records of views, which do not come from C, and for a
     *     dictionary that the provider lacks
     */
    public ArrowDecoder build() {
      return new ArrowDecoder(this);
    }
  }

  /**
   * The schema of the records.
   *
   * @return the columns that are recovered
   */
  public Schema schema() {
    return schema;
  }

  /**
   * Decodes keys, and checks every byte of them.
   *
   * @param vector the keys, which stay as they are
   * @return the columns that are recovered, over memory of C that is accounted to the allocator;
   *     the caller closes them. They may outlive the decoder
   * @throws io.rowkey.RowKeyException of kind {@code RANGE} for a key that the layout does not
   *     make, a null one among them, and for a value that the type of the records cannot hold: its
   *     {@code row()} is the first such one
   * @throws IllegalArgumentException for a vector of another type than the field of the keys
   * @throws org.apache.arrow.memory.OutOfMemoryException when the allocator's limit is reached
   */
  public VectorSchemaRoot decode(FieldVector vector) {
    try (CArray array = keys.export(allocator, vector, 0);
        CArray records = new CArray(allocator)) {
      decoder.decode(array.address(), records.address());
      return Imports.root(allocator, schema, records);
    }
  }

  /**
   * Frees the memory in C. Calls that begin later throw {@link IllegalStateException}; one that is
   * under way ends as usual. A second close does nothing.
   */
  @Override
  public void close() {
    decoder.close();
  }
}
