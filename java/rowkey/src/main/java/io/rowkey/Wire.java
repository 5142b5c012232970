package io.rowkey;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Bytes between Java and C: numbers, big-endian, and bytes after their length. */
final class Wire {
  private final ByteBuffer bytes;

  Wire(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  boolean hasMore() {
    return bytes.hasRemaining();
  }

  int number8() {
    return bytes.get() & 0xff;
  }

  boolean flag() {
    return bytes.get() != 0;
  }

  int number32() {
    return bytes.getInt();
  }

  long number64() {
    return bytes.getLong();
  }

  double real() {
    return bytes.getDouble();
  }

  byte[] blob() {
    byte[] blob = new byte[bytes.getInt()];
    bytes.get(blob);
    return blob;
  }

  String text() {
    return new String(blob(), StandardCharsets.UTF_8);
  }

  byte[][] blobs() {
    byte[][] blobs = new byte[bytes.getInt()][];
    for (int i = 0; i < blobs.length; i++) {
      blobs[i] = blob();
    }
    return blobs;
  }

  // ---- From Java to C

  static void write(ByteArrayOutputStream out, int number) {
    out.write(number >>> 24);
    out.write(number >>> 16);
    out.write(number >>> 8);
    out.write(number);
  }

  static void write(ByteArrayOutputStream out, byte[] blob) {
    write(out, blob.length);
    out.write(blob, 0, blob.length);
  }

  /** Split points as C reads them. */
  static byte[] points(byte[][] points) {
    Objects.requireNonNull(points, "splits");
    ByteArrayOutputStream out = new ByteArrayOutputStream(16 * points.length + 4);
    write(out, points.length);
    for (int i = 0; i < points.length; i++) {
      if (points[i] == null) {
        throw new NullPointerException("split point " + i + " is null (expected bytes)");
      }
      write(out, points[i]);
    }
    return out.toByteArray();
  }
}
