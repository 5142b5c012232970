package io.rowkey;

import java.io.ByteArrayOutputStream;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The columns of the records that keys are made of, by name and type, in their order. Immutable.
 *
 * <pre>{@code
 * Schema schema = Schema.of("host", ColumnType.TEXT, "ts", ColumnType.I64);
 * Schema same = Schema.parse("host:text,ts:i64");
 * }</pre>
 *
 * <p>Serialized as the names and types of its columns.
 */
public final class Schema implements Serializable {
  private static final long serialVersionUID = 1L;

  private final transient String[] names;
  private final transient ColumnType[] types;
  private final transient Map<String, Integer> places = new HashMap<>();

  Schema(String[] names, ColumnType[] types) {
    this.names = names;
    this.types = types;
    for (int i = 0; i < names.length; i++) {
      Objects.requireNonNull(types[i], "type");
      if (names[i].isEmpty() || names[i].indexOf('\0') >= 0) {
        throw new IllegalArgumentException(
            "column " + i + " has no name, or a NUL in it (expected a name)");
      }
      if (places.put(names[i], i) != null) {
        throw new IllegalArgumentException(
            "two columns are called " + names[i] + " (expected different names)");
      }
    }
  }

  /**
   * A schema of one column.
   *
   * @param name the name of the column
   * @param type its type
   * @return the schema
   */
  public static Schema of(String name, ColumnType type) {
    return builder().column(name, type).build();
  }

  /**
   * A schema of two columns.
   *
   * @param name1 the name of the first column
   * @param type1 its type
   * @param name2 the name of the second one
   * @param type2 its type
   * @return the schema
   */
  public static Schema of(String name1, ColumnType type1, String name2, ColumnType type2) {
    return builder().column(name1, type1).column(name2, type2).build();
  }

  /**
   * A schema of three columns.
   *
   * @param name1 the name of the first column
   * @param type1 its type
   * @param name2 the name of the second one
   * @param type2 its type
   * @param name3 the name of the third one
   * @param type3 its type
   * @return the schema
   */
  public static Schema of(
      String name1,
      ColumnType type1,
      String name2,
      ColumnType type2,
      String name3,
      ColumnType type3) {
    return builder().column(name1, type1).column(name2, type2).column(name3, type3).build();
  }

  /**
   * Reads columns as the {@code rowkey} tool and all other interfaces do.
   *
   * @param text columns with commas between them, each a name, a colon and a type: {@code
   *     "host:text,ts:time(ms)"}; empty for none
   * @return the schema
   * @throws RowKeyException of kind {@code SYNTAX} or {@code TYPE} for text that is not a schema;
   *     its message shows the text with a caret
   */
  public static Schema parse(String text) {
    NativeLoader.load();
    return read(Native.schema(Utf8.encode(ColumnType.withoutOldSpelling(text))));
  }

  /** What C tells of columns. */
  static Schema read(byte[] columns) {
    Wire wire = new Wire(columns);
    String[] names = new String[wire.number32()];
    ColumnType[] types = new ColumnType[names.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = wire.text();
      types[i] = ColumnType.read(wire);
    }
    return new Schema(names, types);
  }

  /**
   * Begins a schema of any number of columns.
   *
   * @return a builder without columns
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects columns. For one thread. */
  public static final class Builder {
    private final List<String> names = new ArrayList<>();
    private final List<ColumnType> types = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a column.
     *
     * @param name its name
     * @param type its type
     * @return this
     */
    public Builder column(String name, ColumnType type) {
      names.add(Objects.requireNonNull(name, "name"));
      types.add(Objects.requireNonNull(type, "type"));
      return this;
    }

    /**
     * The schema of the columns so far.
     *
     * @return the schema
     * @throws IllegalArgumentException for an empty name, and for a name that two columns have
     */
    public Schema build() {
      return new Schema(names.toArray(new String[0]), types.toArray(new ColumnType[0]));
    }
  }

  /**
   * How many columns there are.
   *
   * @return the number
   */
  public int size() {
    return names.length;
  }

  /**
   * The names of the columns.
   *
   * @return a list in the order of the columns, which cannot be changed
   */
  public List<String> names() {
    return Collections.unmodifiableList(Arrays.asList(names));
  }

  /**
   * The name of a column.
   *
   * @param column its place, from 0
   * @return the name
   */
  public String name(int column) {
    return names[check(column)];
  }

  /**
   * The type of a column.
   *
   * @param column its place, from 0
   * @return the type
   */
  public ColumnType type(int column) {
    return types[check(column)];
  }

  /**
   * The place of a column.
   *
   * @param name its name
   * @return its place, from 0
   * @throws IllegalArgumentException when there is no such column
   */
  public int indexOf(String name) {
    Integer place = places.get(Objects.requireNonNull(name, "name"));
    if (place == null) {
      throw new IllegalArgumentException(
          "there is no column " + name + " (expected one of " + String.join(", ", names) + ")");
    }
    return place;
  }

  private int check(int column) {
    if (column < 0 || column >= names.length) {
      throw new IndexOutOfBoundsException(
          "column " + column + " of a schema of " + names.length + " (expected one from 0 on)");
    }
    return column;
  }

  /** The columns as C reads them. */
  byte[] toBytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Wire.write(out, names.length);
    for (int i = 0; i < names.length; i++) {
      Wire.write(out, Utf8.encode(names[i]));
      Wire.write(out, Utf8.encode(types[i].toString()));
    }
    return out.toByteArray();
  }

  /**
   * Compares with another schema.
   *
   * @param other any object
   * @return whether it is a schema of the same names and types in the same order
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Schema
        && Arrays.equals(((Schema) other).names, names)
        && Arrays.equals(((Schema) other).types, types);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(names);
  }

  /**
   * What stands for it in a stream.
   *
   * @return the names and types of its columns
   */
  private Object writeReplace() {
    return Serial.of(this);
  }

  /**
   * Refuses a stream that has fields of this class.
   *
   * @param in the stream
   * @throws InvalidObjectException always
   */
  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw Serial.foreign(Schema.class);
  }

  /** Names that schemas and templates have as they are; others stand in backquotes. */
  private static final Pattern PLAIN_NAME =
      Pattern.compile(
          "[A-Za-z_[^\\x00-\\x7f]][\\w[^\\x00-\\x7f]]*(\\.[A-Za-z_[^\\x00-\\x7f]][\\w[^\\x00-\\x7f]]*)*");

  private static String written(String name) {
    return PLAIN_NAME.matcher(name).matches() ? name : '`' + name + '`';
  }

  /**
   * The columns as {@link #parse} reads them.
   *
   * @return the text
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < names.length; i++) {
      text.append(i == 0 ? "" : ",").append(written(names[i])).append(':').append(types[i]);
    }
    return text.toString();
  }
}
