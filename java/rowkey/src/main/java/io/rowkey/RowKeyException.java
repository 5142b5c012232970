package io.rowkey;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a template, a value, a key or conditions have wrong. The message says what was wrong, where,
 * and what was expected; for templates and conditions two more lines show the text with a caret
 * under the place.
 *
 * <p>Mistakes in the use of the library are not this exception but the usual ones of Java: {@link
 * IllegalArgumentException} for values of a wrong type, {@link NullPointerException}, {@link
 * IllegalStateException} for what is closed.
 */
public final class RowKeyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of thing is wrong. */
  public enum Kind {
    /** A parameter is out of its documented range. */
    ARGUMENT,
    /** A template, a column type or conditions that cannot be parsed. */
    SYNTAX,
    /** A template that parses but makes no sense: its types, widths or names. */
    TYPE,
    /** Text that is not a value of its column's type. */
    NUMBER,
    /**
     * A value that leaves its type or does not fit its field, or a key that the layout does not
     * make.
     */
    RANGE,
    /** Memory given for keys is too small. */
    SPACE,
    /** The native library found no memory. */
    MEMORY,
    /** An instruction set that is unknown or that this CPU lacks. */
    UNSUPPORTED,
    /** A template or conditions that name a column which the schema lacks. */
    COLUMN,
    /** A file that cannot be used. */
    IO
  }

  private static final Kind[] KINDS = Kind.values();

  /** What kind of thing is wrong. */
  private final Kind kind;

  /** The first bad row, or -1. */
  private final long row;

  /** The place of the column, or -1. */
  private final int columnIndex;

  /** The name of the column, or null. */
  private final String column;

  /** The place in the text, or -1. */
  private final long offset;

  RowKeyException(
      Kind kind, String message, long row, int columnIndex, String column, long offset) {
    super(message);
    this.kind = kind;
    this.row = row;
    this.columnIndex = columnIndex;
    this.column = column;
    this.offset = offset;
  }

  /** Called by the native library. The first status is that of success, which throws nothing. */
  static RowKeyException of(
      int status, byte[] message, long row, int columnIndex, byte[] column, long offset) {
    String name = column == null ? null : new String(column, StandardCharsets.UTF_8);
    return new RowKeyException(
        KINDS[status - 1],
        new String(message, StandardCharsets.UTF_8),
        row,
        columnIndex,
        name,
        offset);
  }

  /** The same of what the message begins with: one of several layouts, or a place. */
  RowKeyException of(String what) {
    RowKeyException named =
        new RowKeyException(kind, what + ": " + getMessage(), row, columnIndex, column, offset);
    named.initCause(this);
    return named;
  }

  /**
   * What kind of thing is wrong.
   *
   * @return the kind
   */
  public Kind kind() {
    return kind;
  }

  /**
   * The first bad row.
   *
   * @return its index in the batch, from 0; 0 for a single row, and -1 where no row is concerned
   */
  public long row() {
    return row;
  }

  /**
   * The name of the column concerned.
   *
   * @return the name, or null where it is not one column
   */
  public @Nullable String column() {
    return column;
  }

  /**
   * The place of the column concerned in the schema.
   *
   * @return the index from 0, or -1
   */
  public int columnIndex() {
    return columnIndex;
  }

  /**
   * The place concerned in the template, the column type or the conditions.
   *
   * @return the byte in its UTF-8 text, from 0, or -1
   */
  public long offset() {
    return offset;
  }
}
