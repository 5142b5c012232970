package io.rowkey;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a column of the records holds. Immutable.
 *
 * <p>{@link #U64} and {@link #I64} are integers of 64 bits, which Java holds in a {@code long}; one
 * of {@code U64} is read as unsigned, as {@link Long#toUnsignedString(long)} does. {@link #TEXT} is
 * a string of any bytes: {@link String} is taken as UTF-8. {@link #F64} and {@link #F32} are {@code
 * double} and {@code float}.
 *
 * <p>{@link #parse} has further types, whose values are numbers or bytes in a column and are
 * written as text in some form: times, UUIDs, addresses, decimals.
 */
public final class ColumnType {
  static final int CODE_U64 = 1;
  static final int CODE_I64 = 2;
  static final int CODE_TEXT = 3;
  static final int CODE_F64 = 4;
  static final int CODE_F32 = 5;

  private static final int MOST_WIDTH = 1 << 20;

  /** An unsigned integer of 64 bits. */
  public static final ColumnType U64 = new ColumnType("u64", CODE_U64, 0, 0, false);

  /** A signed integer of 64 bits. */
  public static final ColumnType I64 = new ColumnType("i64", CODE_I64, 0, 0, false);

  /** Bytes, such as text in UTF-8. */
  public static final ColumnType TEXT = new ColumnType("text", CODE_TEXT, 0, 0, false);

  /** A floating-point number of 64 bits. */
  public static final ColumnType F64 = new ColumnType("f64", CODE_F64, 0, 0, false);

  /** A floating-point number of 32 bits. */
  public static final ColumnType F32 = new ColumnType("f32", CODE_F32, 0, 0, false);

  /** Seconds since 1970-01-01T00:00:00Z. */
  public static final ColumnType TIME_S = new ColumnType("time(s)", CODE_I64, 1, 0, true);

  /** Milliseconds since 1970-01-01T00:00:00Z. */
  public static final ColumnType TIME_MS = new ColumnType("time(ms)", CODE_I64, 2, 0, true);

  /** Microseconds since 1970-01-01T00:00:00Z. */
  public static final ColumnType TIME_US = new ColumnType("time(us)", CODE_I64, 3, 0, true);

  /** Nanoseconds since 1970-01-01T00:00:00Z. */
  public static final ColumnType TIME_NS = new ColumnType("time(ns)", CODE_I64, 4, 0, true);

  /** The 16 bytes of a UUID, the first digits first. */
  public static final ColumnType UUID = new ColumnType("uuid", CODE_TEXT, 0, 16, true);

  private static final ColumnType[] PLAIN = {U64, I64, TEXT, F64, F32};
  private static final TimeUnit[] TIME_UNITS = {
    TimeUnit.SECONDS, TimeUnit.MILLISECONDS, TimeUnit.MICROSECONDS, TimeUnit.NANOSECONDS
  };

  final int code;
  final int unit;
  final int width;

  /** Whether the native library reads and writes its values as text. */
  final boolean isConverted;

  private final String text;

  ColumnType(String text, int code, int unit, int width, boolean isConverted) {
    this.text = text;
    this.code = code;
    this.unit = unit;
    this.width = width;
    this.isConverted = isConverted;
  }

  /**
   * Bytes of which every value has the same number: {@code bytes(16)}.
   *
   * @param width the bytes of a value, 1 to 1,048,576
   * @return the type
   * @throws IllegalArgumentException for another width
   */
  public static ColumnType text(int width) {
    if (width < 1 || width > MOST_WIDTH) {
      throw new IllegalArgumentException(
          "a width of " + width + " bytes (expected 1 to " + MOST_WIDTH + ")");
    }
    return new ColumnType("bytes(" + width + ")", CODE_TEXT, 0, width, false);
  }

  /**
   * The type of this name: {@code u64}, {@code i64}, {@code f64}, {@code f32}, {@code text}, {@code
   * bytes(16)}, {@code time(s)}, {@code time(ms)}, {@code time(us)}, {@code time(ns)}, {@code
   * time(ms, "%d.%m.%Y")}, {@code epoch(ms)}, {@code decimal(2)}, {@code uuid}, {@code ip}, {@code
   * ipv4}, {@code hex}, {@code base64}, {@code bool}, {@code enum(a, b)} or {@code uid(FILE)}.
   * {@code text(16)} is an old spelling of {@code bytes(16)}.
   *
   * @param text the name
   * @return the type
   * @throws RowKeyException of kind {@code TYPE} or {@code SYNTAX} when there is no such type
   */
  public static ColumnType parse(String text) {
    NativeLoader.load();
    return read(new Wire(Native.columnType(Utf8.encode(withoutOldSpelling(text)))));
  }

  /** {@code bytes(N)} in the place of {@code text(N)}, but not within quotes. */
  static String withoutOldSpelling(String text) {
    StringBuilder result = new StringBuilder(text.length());
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted ^= c == '"';
      if (quoted && c == '\\' && i + 1 < text.length()) {
        result.append(c).append(text.charAt(++i));
      } else if (!quoted && isOldSpelling(text, i)) {
        result.append("bytes");
        i += "tex".length();
      } else {
        result.append(c);
      }
    }
    return result.toString();
  }

  private static boolean isOldSpelling(String text, int at) {
    return text.startsWith("text(", at) && (at == 0 || ": \t".indexOf(text.charAt(at - 1)) >= 0);
  }

  /** The type that C describes. */
  static ColumnType read(Wire wire) {
    return new ColumnType(
        wire.text(), wire.number8(), wire.number8(), wire.number32(), wire.flag());
  }

  /**
   * What the values of a column of this type are kept as.
   *
   * @return {@link #U64}, {@link #I64}, {@link #F64}, {@link #F32}, {@link #TEXT} or {@link
   *     #text(int)}: {@link #I64} of {@code time(ms)}, bytes of width 16 of {@code uuid}
   */
  public ColumnType storage() {
    return width > 0 ? text(width) : PLAIN[code - 1];
  }

  /**
   * What a time is counted in.
   *
   * @return the unit of {@code time(ms)} and its like, and none of other types
   */
  public Optional<TimeUnit> timeUnit() {
    return unit == 0 ? Optional.empty() : Optional.of(TIME_UNITS[unit - 1]);
  }

  /** What tags call the unit. */
  static int unit(TimeUnit unit) {
    int place = Arrays.asList(TIME_UNITS).indexOf(unit);
    if (place < 0) {
      throw new IllegalArgumentException(
          unit + " (expected seconds, milliseconds, microseconds or nanoseconds)");
    }
    return place + 1;
  }

  /** What a {@code long} of such a column is: of {@code u64} all 64 bits are the number. */
  int tagOfLong() {
    return code == CODE_U64 && !isConverted ? Tag.UNSIGNED : Tag.INTEGER;
  }

  /** The word that the type begins with, such as {@code decimal}. */
  private boolean isNamed(String word) {
    return isConverted && (text.equals(word) || text.startsWith(word + "("));
  }

  boolean isBool() {
    return isNamed("bool");
  }

  /** Whether its values have names, which alone make keys. */
  boolean isNamed() {
    return isNamed("enum") || isNamed("uid");
  }

  /** How many digits it has after the point; -1 when it has none. */
  int digits() {
    return isNamed("decimal")
        ? Integer.parseInt(text.substring("decimal(".length(), text.length() - 1).trim())
        : -1;
  }

  boolean isNumber() {
    return code == CODE_U64 || code == CODE_I64;
  }

  /**
   * Compares with another type.
   *
   * @param other any object
   * @return whether it is a type of the same name
   */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ColumnType && ((ColumnType) other).text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /**
   * The name of the type, as {@link #parse} reads it.
   *
   * @return the name
   */
  @Override
  public String toString() {
    return text;
  }
}
