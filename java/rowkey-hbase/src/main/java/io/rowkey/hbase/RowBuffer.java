package io.rowkey.hbase;

import io.rowkey.KeyOrder;
import io.rowkey.Keys;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows in memory: keys side by side, and values side by side, as {@link RowCursor.Row} has them.
 */
final class RowBuffer {
  /** What a row takes beside its bytes: two offsets, and what the sort of its key needs. */
  private static final int ROW_BYTES = 8 + 48;

  private byte[] keys = new byte[1 << 16];
  private byte[] values = new byte[1 << 16];

  /** Where keys and values begin; one more than there are rows. */
  private int[] keyEnds = new int[1 << 12];

  private int[] valueEnds = new int[1 << 12];
  private int rows;

  int rows() {
    return rows;
  }

  /** The bytes of memory that the rows take, and will take while they are sorted. */
  long bytes() {
    return (long) keyEnds[rows] + valueEnds[rows] + (long) ROW_BYTES * rows;
  }

  /** The bytes that a row would add. */
  static long bytesOf(int keyLength, byte[][][] columns, int row) {
    long bytes = ROW_BYTES + (long) keyLength;
    for (byte[][] column : columns) {
      bytes += Integer.BYTES + (column[row] == null ? 0 : column[row].length);
    }
    return bytes;
  }

  void add(byte[] data, int from, int to, byte[][][] columns, int row) {
    int keyEnd = keyEnds[rows] + to - from;
    keys = withRoom(keys, keyEnd);
    System.arraycopy(data, from, keys, keyEnds[rows], to - from);
    int valueEnd = valueEnds[rows];
    for (byte[][] column : columns) {
      byte[] value = column[row];
      int length = value == null ? 0 : value.length;
      values = withRoom(values, valueEnd + Integer.BYTES + length);
      Bytes.putInt(values, valueEnd, value == null ? -1 : length);
      valueEnd += Integer.BYTES;
      if (length > 0) {
        System.arraycopy(value, 0, values, valueEnd, length);
      }
      valueEnd += length;
    }
    rows++;
    if (rows == keyEnds.length) {
      keyEnds = Arrays.copyOf(keyEnds, 2 * rows);
      valueEnds = Arrays.copyOf(valueEnds, 2 * rows);
    }
    keyEnds[rows] = keyEnd;
    valueEnds[rows] = valueEnd;
  }

  private static byte[] withRoom(byte[] bytes, int size) {
    return size <= bytes.length
        ? bytes
        : Arrays.copyOf(bytes, (int) Math.max(size, Math.min(BulkLoad.MOST_MEMORY, 2L * size)));
  }

  void clear() {
    rows = 0;
  }

  /** The rows in the order of their keys. The buffer may not change while it is used. */
  final class Sorted {
    private final KeyOrder order = Keys.of(keys, Arrays.copyOf(keyEnds, rows + 1)).order();
    private final long firstRow;

    /**
     * Sorts the rows.
     *
     * @param firstRow the number of the first of them among all rows
     */
    Sorted(long firstRow) {
      this.firstRow = firstRow;
    }

    /** The first place whose key is not less than a split point. */
    int place(byte[] split) {
      int low = 0;
      int high = order.rows();
      while (low < high) {
        int middle = (low + high) >>> 1;
        int row = order.row(middle);
        int begin = keyEnds[row];
        if (Bytes.compareTo(keys, begin, keyEnds[row + 1] - begin, split, 0, split.length) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    RowCursor.Row row(int place) {
      int row = order.row(place);
      byte[] key = Arrays.copyOfRange(keys, keyEnds[row], keyEnds[row + 1]);
      return new RowCursor.Row(key, firstRow + row, values, valueEnds[row]);
    }

    /** The values of the row at a place, to be read. */
    ByteBuffer values(int place) {
      int row = order.row(place);
      return ByteBuffer.wrap(values, valueEnds[row], valueEnds[row + 1] - valueEnds[row]);
    }
  }
}
