package io.rowkey;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How records of text, or of a fixed width, are written, as files of CSV and the like hold them,
 * and which columns they have. All is as {@code rowkey encode} reads them. Immutable.
 *
 * <pre>{@code
 * RecordFormat format = RecordFormat.csv("host:text,ts:time(ms)").withHeader();
 * RowKeyLayout layout = RowKeyLayout.compile("{host}|{ts:u64}", format.schema());
 * try (InputStream in = Files.newInputStream(path);
 *     Records records = format.read(in, layout)) {
 *   for (Batch batch; (batch = records.next()) != null; ) {
 *     encoder.encode(batch, keys);
 *   }
 * }
 * }</pre>
 *
 * <p>Columns of fields are in their order: {@code id:u64,_,ts:time(ms),...} skips a field, and any
 * at the end. With a header, and of JSON, they are found by name: {@code NAME:TYPE}, or {@code
 * NAME=PATH:TYPE}. Unless one of them has that name, {@code line} follows them, which is the whole
 * record as text.
 */
public final class RecordFormat {
  /** In the order of C. */
  private enum Kind {
    LINES,
    CSV,
    TSV,
    JSONL,
    BINARY
  }

  private final Kind kind;
  private final boolean hasHeader;
  private final int delimiter;
  private final String columns;
  private final String nullText;
  private final String comment;

  private RecordFormat(
      Kind kind,
      boolean hasHeader,
      int delimiter,
      String columns,
      @Nullable String nullText,
      @Nullable String comment) {
    this.kind = kind;
    this.hasHeader = hasHeader;
    this.delimiter = delimiter;
    this.columns = columns;
    this.nullText = nullText;
    this.comment = comment;
  }

  private static RecordFormat of(Kind kind, String columns) {
    return new RecordFormat(kind, false, 0, text(columns, "columns"), null, null);
  }

  private static String text(String text, String what) {
    if (Objects.requireNonNull(text, what).indexOf('\0') >= 0) {
      throw new IllegalArgumentException(what + " with a NUL character (expected none)");
    }
    return text;
  }

  /**
   * Lines, each of which is one column, such as {@code id:u64}; {@code line} is always there.
   *
   * @param columns the column; "" for {@code line} alone
   * @return the format
   */
  public static RecordFormat lines(String columns) {
    return of(Kind.LINES, columns);
  }

  /**
   * Fields as in RFC 4180, with any delimiter.
   *
   * @param columns the columns, by name and type
   * @return the format, without a header
   */
  public static RecordFormat csv(String columns) {
    return of(Kind.CSV, columns);
  }

  /**
   * Fields between tabs, without quoting.
   *
   * @param columns the columns, by name and type
   * @return the format, without a header
   */
  public static RecordFormat tsv(String columns) {
    return of(Kind.TSV, columns);
  }

  /**
   * JSON objects, one a line.
   *
   * @param columns the columns, by name and type
   * @return the format
   */
  public static RecordFormat jsonLines(String columns) {
    return of(Kind.JSONL, columns);
  }

  /**
   * Records of a fixed width.
   *
   * @param columns the columns in the order of the bytes, such as {@code id:u32le,_:4}
   * @return the format
   */
  public static RecordFormat binary(String columns) {
    return of(Kind.BINARY, columns);
  }

  /**
   * The first line names the columns, which then are in any order.
   *
   * @return such a format
   */
  public RecordFormat withHeader() {
    return new RecordFormat(kind, true, delimiter, columns, nullText, comment);
  }

  /**
   * Another delimiter of fields.
   *
   * @param other an ASCII character
   * @return such a format
   * @throws IllegalArgumentException for another character
   */
  public RecordFormat withDelimiter(char other) {
    if (other == 0 || other > 0x7f) {
      throw new IllegalArgumentException(
          String.format("delimiter U+%04X (expected an ASCII character)", (int) other));
    }
    return new RecordFormat(kind, hasHeader, other, columns, nullText, comment);
  }

  /**
   * What stands for a null.
   *
   * @param text the text of a field that is null, of CSV only without quotes
   * @return such a format
   */
  public RecordFormat withNull(String text) {
    return new RecordFormat(kind, hasHeader, delimiter, columns, text(text, "text"), comment);
  }

  /**
   * What comment lines begin with, which are no records.
   *
   * @param text the text, such as {@code #}
   * @return such a format
   */
  public RecordFormat withComments(String text) {
    return new RecordFormat(kind, hasHeader, delimiter, columns, nullText, text(text, "text"));
  }

  private byte[] settings() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(kind.ordinal());
    out.write(hasHeader ? 1 : 0);
    out.write(delimiter);
    write(out, columns.isEmpty() ? null : columns);
    write(out, nullText);
    write(out, comment);
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.write(text == null ? 0 : 1);
    Wire.write(out, Utf8.encode((text == null ? "" : text) + '\0'));
  }

  /**
   * The columns that layouts are compiled for.
   *
   * @return the schema
   * @throws RowKeyException for columns that are wrong, with a caret, and of kind {@code ARGUMENT}
   *     for settings that do not go together
   */
  public Schema schema() {
    NativeLoader.load();
    return Schema.read(Native.recordsSchema(settings()));
  }

  /**
   * Begins to read records.
   *
   * @param in where they come from, which is not closed
   * @param layout a layout of {@link #schema}, whose encoders take the batches
   * @param others further layouts of the same columns, such as a {@link Simulation} has: columns
   *     that none of them uses are not read
   * @return the records
   * @throws RowKeyException as {@link #schema} does
   * @throws IllegalArgumentException for a layout of other columns
   */
  public Records read(InputStream in, RowKeyLayout layout, RowKeyLayout... others) {
    Objects.requireNonNull(in, "in");
    Schema schema = schema();
    NativeHandle[] handles = new NativeHandle[others.length + 1];
    for (int i = 0; i < handles.length; i++) {
      LayoutInfo info = (i == 0 ? layout : others[i - 1]).info;
      info.checkSchema(schema);
      handles[i] = info.handle;
    }
    return new Records(in, layout.info, create(handles), kind != Kind.BINARY);
  }

  private long create(NativeHandle[] layouts) {
    long[] addresses = new long[layouts.length];
    int entered = 0;
    try {
      for (; entered < layouts.length; entered++) {
        addresses[entered] = layouts[entered].enter();
      }
      return Native.createRecords(settings(), addresses);
    } finally {
      while (entered > 0) {
        layouts[--entered].leave();
      }
    }
  }

  /**
   * The format for people.
   *
   * @return its kind and columns
   */
  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + " of " + columns;
  }
}
