package io.rowkey;

import java.util.Objects;

/**
 * Split points as HBase's own algorithms make them, byte for byte. R regions have R - 1 points.
 * {@link RowKeyLayout#splits} makes those that fit a layout, and {@link Sketch#splits} those that
 * fit keys.
 *
 * <p>All methods throw {@link RowKeyException} of kind {@code ARGUMENT} or {@code RANGE} for a
 * number of regions that is not from 1 to 2^24, or that the bounds have no room for. Thread-safe.
 */
public final class Splits {
  private Splits() {}

  static void checkCount(int count, String what) {
    if (count < 0) {
      throw new IllegalArgumentException(count + " " + what + " (expected 0 or more)");
    }
  }

  static byte[][] points(byte[] found) {
    return new Wire(found).blobs();
  }

  /**
   * The points of {@code RegionSplitter.UniformSplit}: all bytes equally frequent.
   *
   * @param regions how many regions
   * @return the points
   */
  public static byte[][] uniform(int regions) {
    checkCount(regions, "regions");
    NativeLoader.load();
    return points(Native.uniformSplits(regions));
  }

  /**
   * The points of {@code RegionSplitter.HexStringSplit}: hex digits from 00000000 to FFFFFFFF.
   *
   * @param regions how many regions
   * @return the points
   */
  public static byte[][] hex(int regions) {
    return digits(16, "00000000", "FFFFFFFF", regions);
  }

  /**
   * The points of {@code RegionSplitter.DecimalStringSplit}: decimal digits from 00000000 to
   * 99999999.
   *
   * @param regions how many regions
   * @return the points
   */
  public static byte[][] decimal(int regions) {
    return digits(10, "00000000", "99999999", regions);
  }

  /**
   * Points of digits.
   *
   * @param base 10 or 16
   * @param first the first number, in digits of the base
   * @param last the last number, in digits of the base: points are as wide
   * @param regions how many regions
   * @return the points
   */
  public static byte[][] digits(int base, String first, String last, int regions) {
    if (base != 10 && base != 16) {
      throw new IllegalArgumentException("base " + base + " (expected 10 or 16)");
    }
    return digitPoints(base, first, last, regions);
  }

  /**
   * The points of {@code getHexSplits} in HBase's reference guide: 16 hex digits.
   *
   * @param first the first number, in hex
   * @param last the last number, in hex
   * @param regions how many regions
   * @return the points
   */
  public static byte[][] guideHex(String first, String last, int regions) {
    return digitPoints(0, first, last, regions);
  }

  private static byte[][] digitPoints(int base, String first, String last, int regions) {
    checkCount(regions, "regions");
    if (first.indexOf('\0') >= 0 || last.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a NUL among the digits (expected digits alone)");
    }
    NativeLoader.load();
    return points(Native.digitSplits(base, Utf8.encode(first), Utf8.encode(last), regions));
  }

  /**
   * The points of {@code Bytes.split(start, stop, inclusive, regions - 1)}, without its two ends.
   *
   * @param start the first bytes; may be empty where inclusive
   * @param stop the last bytes; may be empty where inclusive
   * @param inclusive whether the stop is in the range
   * @param regions how many regions
   * @return the points
   */
  public static byte[][] bytes(byte[] start, byte[] stop, boolean inclusive, int regions) {
    checkCount(regions, "regions");
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(stop, "stop");
    NativeLoader.load();
    return points(Native.byteSplits(start, stop, inclusive, regions));
  }
}
