package io.rowkey;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A layout of row keys: a template, compiled for the columns of the records.
 *
 * <pre>{@code
 * RowKeyLayout layout =
 *     RowKeyLayout.compile(
 *         "{md5(host) % 1000:03d}|{host}|{ts:u64}",
 *         Schema.of("host", ColumnType.TEXT, "ts", ColumnType.U64));
 * byte[] key = layout.key("web-1", 1700000000L);
 * long ts = layout.decode(key).getLong("ts");
 * byte[][] splits = layout.splits(220);
 * }</pre>
 *
 * <p>Immutable: any number of threads may share a layout, and each finds an encoder for itself.
 *
 * <p>It holds memory of C, some 10 KB, and some 10 KB more for each thread that makes single keys
 * at the same time as others, 30 KB where it decodes them: programs that make many layouts close
 * them. What is not closed is freed once it is collected, for which the collector is called where
 * such objects hold much. Encoders, decoders and records that were made before live on.
 *
 * <p>Serialized as its template and its columns, from which it is compiled again where it is read,
 * with files that column types name read there. Two layouts are equal that have the same template
 * and the same columns, closed or not.
 *
 * <p>Text with bytes of its own, such as a template, is taken as UTF-8. Every method throws {@link
 * NullPointerException} for null where it is not said what null means, {@link
 * IllegalStateException} when the layout is closed, and {@link UnsatisfiedLinkError} when the
 * native library cannot be loaded.
 */
public final class RowKeyLayout implements AutoCloseable, Serializable {
  private static final long serialVersionUID = 1L;

  /** A layout of C, of a template of some fields. */
  private static final long BYTES = 12 << 10;

  private static final Pattern USES_LINE = Pattern.compile("\\bline\\b");

  final transient LayoutInfo info;
  private final transient SessionPool pool;
  private transient volatile @Nullable Explanation explained; // once fields are asked for

  private RowKeyLayout(LayoutInfo info) {
    this.info = info;
    pool = new SessionPool(info);
  }

  // ---- Compilation

  /**
   * Compiles a template, or a named layout.
   *
   * @param template the template, such as {@code {md5(id) % 1000000:07d}{id:010d}}, or the name of
   *     a layout with {@code @} before it and perhaps values for its parameters:
   *     {@code @phoenix-salted(buckets=16)}
   * @param schema the columns of the records
   * @return the layout
   * @throws RowKeyException of kind {@code SYNTAX}, {@code TYPE} or {@code COLUMN} when the
   *     template is wrong; its message shows the template with a caret
   */
  public static RowKeyLayout compile(String template, Schema schema) {
    Objects.requireNonNull(schema, "schema");
    return make(template.startsWith("@") ? expand(template).text() : template, schema, false);
  }

  /**
   * Compiles a template for the columns that it names, or a named layout for the columns that it
   * has. A column of a template is text, unless the template needs a number; then it is an {@code
   * i64}, or a {@code u64} or {@code f64} where only that will do.
   *
   * @param template the template or the name
   * @return the layout, whose {@link #schema} has the columns in the order in which the template
   *     needs them
   * @throws RowKeyException when the template is wrong, or needs a unit of time, which only a
   *     schema tells
   */
  public static RowKeyLayout compile(String template) {
    if (!template.startsWith("@")) {
      return make(template, Schema.builder().build(), true);
    }
    Wire named = expand(template);
    String text = named.text();
    String columns = named.text();
    // At the end of the columns: more of them, which only `line` sees.
    if (columns.endsWith(",...")) {
      columns = columns.substring(0, columns.length() - 4);
    }
    if (USES_LINE.matcher(text).find()) {
      columns += ",line:text";
    }
    return make(text, Schema.parse(columns), true);
  }

  private static Wire expand(String name) {
    NativeLoader.load();
    return new Wire(Native.expand(Utf8.encode(name)));
  }

  /** Compiles what {@link #template} and {@link #schema} of a layout gave. */
  static RowKeyLayout compileText(String template, Schema schema) {
    return make(template, schema, false);
  }

  private static RowKeyLayout make(String template, Schema schema, boolean implied) {
    NativeLoader.load();
    return own(template, Native.compile(Utf8.encode(template), schema.toBytes(), implied));
  }

  /** Compiles a template, or a named layout, for the columns of a schema of Arrow. */
  static RowKeyLayout compileArrow(String template, long schema) {
    NativeLoader.load();
    String text = template.startsWith("@") ? expand(template).text() : template;
    return own(text, Native.compileArrow(Utf8.encode(text), schema));
  }

  private static RowKeyLayout own(String template, long address) {
    NativeHandle handle =
        new NativeHandle(address, "layout", Integer.MAX_VALUE, BYTES, Native::freeLayout);
    long layout = handle.enter();
    try {
      return new RowKeyLayout(new LayoutInfo(handle, template, Native.describe(layout)));
    } finally {
      handle.leave();
    }
  }

  // ---- What it is

  /**
   * The template.
   *
   * @return the text that was compiled; of a named layout its template
   */
  public String template() {
    return info.template;
  }

  /**
   * The columns of the records.
   *
   * @return the schema
   */
  public Schema schema() {
    return info.schema;
  }

  /**
   * The width of every key.
   *
   * @return bytes, or -1 when keys differ in length
   */
  public int keyWidth() {
    return info.keyWidth;
  }

  /**
   * Whether the layout reads a column.
   *
   * @param column the name of the column
   * @return whether it does
   */
  public boolean uses(String column) {
    return info.uses(info.schema.indexOf(column));
  }

  /**
   * Whether decoding gives a column back.
   *
   * @param column the name of the column
   * @return that it does, or why not
   */
  public Recovery recovery(String column) {
    return info.recovery(info.schema.indexOf(column));
  }

  // ---- Single rows

  /**
   * The key of one record, for a Put or a Get, as batches make it too.
   *
   * <p>Values are converted to the types of their columns by what they are, exactly or with an
   * error: integers ({@link Long}, {@link Integer}, {@link Short}, {@link Byte} and {@link
   * java.math.BigInteger} of 64 bits), floats ({@link Double}, {@link Float}), decimals ({@link
   * java.math.BigDecimal}), instants ({@link java.time.Instant}, {@link java.time.OffsetDateTime},
   * {@link java.time.ZonedDateTime}, {@link java.util.Date}, {@link java.sql.Timestamp}, and {@link
   * java.time.LocalDateTime} in UTC), dates ({@link java.time.LocalDate}, {@link java.sql.Date}),
   * {@link Boolean}, text ({@link String}), which the type reads, bytes ({@code byte[]}, {@link
   * java.net.InetAddress}) and {@link java.util.UUID}. A {@link Long} of a {@code u64} is its 64
   * bits, as {@link Long#toUnsignedString(long)} reads them. Null is a null, which is an error
   * unless the template has {@code coalesce}.
   *
   * <p>{@code random()} differs from call to call and from process to process: where the same
   * record must get the same key, as when a failed task is tried again, use {@link
   * Encoder#keyOfRow(long, Object...)}.
   *
   * @param values a value for each column of the schema, in its order
   * @return the key
   * @throws RowKeyException of kind {@code RANGE} for a value that its field cannot hold, {@code
   *     NUMBER} for text that its type does not read, {@code TYPE} for a value that its column does
   *     not take
   * @throws IllegalArgumentException for too few or too many values, one of a class that is not
   *     above, or a number of more than 64 bits
   */
  public byte[] key(@Nullable Object... values) {
    RowSession session = pool.take();
    try {
      session.putValues(values);
      return session.encodeNext();
    } finally {
      pool.give(session);
    }
  }

  /**
   * The key of a record of one integer, without an object for it.
   *
   * @param value the integer; of {@code u64} its 64 bits
   * @return the key
   * @throws RowKeyException for a value that its field cannot hold, and of kind {@code TYPE} for a
   *     column that takes no such values
   * @throws IllegalArgumentException when the layout has more or fewer columns
   */
  public byte[] key(long value) {
    if (info.schema.size() != 1) {
      return key(new Object[] {value});
    }
    RowSession session = pool.take();
    try {
      session.putLong(0, value);
      return session.encodeNext();
    } finally {
      pool.give(session);
    }
  }

  /**
   * The key of a record of a text and an integer, without an object for the integer.
   *
   * @param text the text, not null
   * @param value the integer; of {@code u64} its 64 bits
   * @return the key
   * @throws RowKeyException for a value that its field cannot hold, and of kind {@code TYPE} for a
   *     column that takes no such values
   * @throws IllegalArgumentException when the layout has more or fewer columns
   */
  public byte[] key(String text, long value) {
    if (info.schema.size() != 2 || text == null) {
      return key(new Object[] {text, value});
    }
    RowSession session = pool.take();
    try {
      session.begin();
      session.putString(0, text);
      session.putLong(1, value);
      return session.encodeNext();
    } finally {
      pool.give(session);
    }
  }

  /**
   * The columns of the record that a key was made of, with every byte of the key checked.
   *
   * @param key the key
   * @return the columns that are recovered
   * @throws RowKeyException of kind {@code RANGE} for a key that the layout does not make; its
   *     message names the field, the byte, what was expected and what was found
   */
  public Record decode(byte[] key) {
    Objects.requireNonNull(key, "key");
    RowSession session = pool.take();
    try {
      return session.decode(key);
    } finally {
      pool.give(session);
    }
  }

  /**
   * Where each field lies in a key, and what it holds, with every byte of the key checked.
   *
   * @param key the key
   * @return the fields, from the first byte of the key to its last one
   * @throws RowKeyException of kind {@code RANGE} for a key that the layout does not make, as of
   *     {@link #decode}
   */
  public KeyFields fields(byte[] key) {
    byte[] bytes = key.clone(); // which no other thread changes meanwhile
    Explanation explanation = explained;
    if (explanation == null) {
      explained = explanation = explanation(0); // the same for whoever comes first
    }
    RowSession session = pool.take();
    try {
      return session.fields(explanation, bytes);
    } finally {
      pool.give(session);
    }
  }

  // ---- Batches

  /**
   * An encoder for batches.
   *
   * @return an encoder whose {@code random()} has the seed 0
   */
  public Encoder encoder() {
    return encoder(0);
  }

  /**
   * An encoder for batches.
   *
   * @param seed the seed of {@code random()}
   * @return an encoder
   */
  public Encoder encoder(long seed) {
    return new Encoder(info, seed);
  }

  /**
   * A decoder for batches.
   *
   * @return a decoder
   */
  public Decoder decoder() {
    return new Decoder(info);
  }

  /**
   * A batch of records for an encoder of this layout.
   *
   * @return a batch without columns
   */
  public Batch batch() {
    return new Batch(info);
  }

  // ---- Regions

  /** What a call on the layout in C gives. */
  private interface Call<T> {
    T on(long layout);
  }

  private <T> T call(Call<T> call) {
    long layout = info.handle.enter();
    try {
      return call.on(layout);
    } finally {
      info.handle.leave();
    }
  }

  /**
   * Split points for a table of so many regions that share the values of the key's first field
   * evenly.
   *
   * @param regions how many regions, 1 to 2^24
   * @return one point less than there are regions, rising: what HBase's {@code Admin.createTable}
   *     takes
   * @throws RowKeyException of kind {@code RANGE} when the field has fewer values, {@code TYPE}
   *     when the layout does not tell which it has, {@code ARGUMENT} for another number of regions
   */
  public byte[][] splits(int regions) {
    Splits.checkCount(regions, "regions");
    return new Wire(call(layout -> Native.splits(layout, regions))).blobs();
  }

  /**
   * Split points with more between them.
   *
   * @param splits the points of a table, rising
   * @param more how many points to add
   * @return all points, rising
   * @throws RowKeyException of kind {@code RANGE} also when no region has values left to part
   */
  public byte[][] addSplits(byte[][] splits, int more) {
    Splits.checkCount(more, "points");
    byte[] points = Wire.points(splits);
    return new Wire(call(layout -> Native.addSplits(layout, points, more))).blobs();
  }

  /**
   * What part of the keys each region of a table gets when every value of every field is equally
   * frequent.
   *
   * @param splits the points of the table, rising
   * @return one number for each region, 0 to 1; NaN where the layout does not tell, -1 for a region
   *     in which no key of the layout lies
   * @throws RowKeyException of kind {@code RANGE} for points that do not rise
   */
  public double[] shares(byte[][] splits) {
    byte[] points = Wire.points(splits);
    return call(layout -> Native.shares(layout, points));
  }

  /**
   * The ranges of keys that hold all rows which meet conditions: at most 10,000.
   *
   * @param conditions such as {@code host = web-1, ts >= 17, ts < 18}; {@code id in (1, 2)}, {@code
   *     host begins web} and {@code host is null} are others
   * @return the ranges, rising; none when no row can meet the conditions
   * @throws RowKeyException of kind {@code SYNTAX}, {@code COLUMN}, {@code TYPE} or {@code NUMBER}
   *     for wrong conditions, with a caret; of kind {@code TYPE} when all of the table would be
   *     read, {@code RANGE} when they contradict each other
   */
  public KeyRanges ranges(String conditions) {
    return ranges(conditions, 0, null);
  }

  /**
   * The ranges of keys that hold all rows which meet conditions, cut at the split points of a
   * table.
   *
   * @param conditions as above
   * @param most how many ranges at most, before they are cut, 0 for 10,000: where exact ones would
   *     be more, fewer and longer ones are given that are not exact
   * @param splits the points of the table, so that each range lies in one region; null: they are
   *     not cut
   * @return the ranges, rising
   * @throws RowKeyException as above, and of kind {@code RANGE} for points that do not rise
   */
  public KeyRanges ranges(String conditions, int most, byte @Nullable [][] splits) {
    if (most < 0) {
      throw new IllegalArgumentException("at most " + most + " ranges (expected 0 or more)");
    }
    byte[] text = Utf8.encode(conditions);
    byte[] points = splits == null ? null : Wire.points(splits);
    return new KeyRanges(info.schema, call(layout -> Native.ranges(layout, text, most, points)));
  }

  /**
   * Fills in a question, as {@code rowkey advise} takes it, with the values of one record: {@code
   * host = ?, ts in last 1h} of a record of {@code web-1} are conditions on that host and the hour
   * before the time of the record.
   *
   * @param question the question; its weight, order and limit are left out
   * @param values a value for each column of the schema, as {@link #key(Object...)} takes them;
   *     only those that the question leaves open are read
   * @return conditions, as {@link #ranges(String)} takes them
   * @throws RowKeyException for a wrong question, with a caret; of kind {@code RANGE} for a null or
   *     NaN, and {@code TYPE} or {@code NUMBER} for a value that its column does not take
   * @throws IllegalArgumentException as {@link #key(Object...)} does
   */
  public String fillQuestion(String question, @Nullable Object... values) {
    byte[] text = Utf8.encode(question);
    RowSession session = pool.take();
    try {
      return Utf8.decode(session.fill(text, values));
    } finally {
      pool.give(session);
    }
  }

  /**
   * The columns that conditions are on.
   *
   * @param conditions as {@link #ranges(String)} takes them
   * @return their names, each once, in the order of the schema
   * @throws RowKeyException of kind {@code SYNTAX}, {@code COLUMN}, {@code TYPE} or {@code NUMBER}
   *     for wrong conditions, with a caret
   */
  public List<String> conditionColumns(String conditions) {
    byte[] text = Utf8.encode(conditions);
    Wire found = new Wire(call(layout -> Native.conditionColumns(layout, text)));
    BitSet columns = new BitSet();
    for (int left = found.number32(); left > 0; left--) {
      columns.set(found.number32());
    }
    return columns.stream().mapToObj(info.schema::name).collect(Collectors.toList());
  }

  // ---- Explanation

  /**
   * What the layout's keys are like, as text: fields, widths, order, warnings.
   *
   * @return several lines, for people
   */
  public String explain() {
    return explanation(0).toString();
  }

  /**
   * What the layout's keys are like.
   *
   * @param stride the distance from one value to the next of the numbers that the prefix is made
   *     from; 0 when it is not known
   * @return the explanation
   */
  public Explanation explanation(long stride) {
    return new Explanation(info, new Wire(call(layout -> Native.explain(layout, stride))));
  }

  /**
   * Closes the layout. Calls that begin later throw {@link IllegalStateException}; those under way
   * end as usual. A second close does nothing.
   */
  @Override
  public void close() {
    info.handle.close();
    pool.close();
  }

  /**
   * What stands for it in a stream.
   *
   * @return its template and its columns
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
    throw Serial.foreign(RowKeyLayout.class);
  }

  /**
   * Compares with another layout.
   *
   * @param other any object
   * @return whether it is a layout of the same template and the same columns
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowKeyLayout
        && ((RowKeyLayout) other).info.template.equals(info.template)
        && ((RowKeyLayout) other).info.schema.equals(info.schema);
  }

  @Override
  public int hashCode() {
    return 31 * info.template.hashCode() + info.schema.hashCode();
  }

  /**
   * The template and the schema.
   *
   * @return the text
   */
  @Override
  public String toString() {
    return info.template + " of " + info.schema;
  }
}
