package io.rowkey.hbase;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Rows in the order of their keys, in memory or in a file, which can be read region by region. For
 * any number of threads.
 */
abstract class SortedRows implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  /** Where each region begins, and the last one ends. */
  private final long[] regions;

  SortedRows(long[] regions) {
    this.regions = regions;
  }

  boolean hasRows(int region) {
    return regions[region] < regions[region + 1];
  }

  RowCursor open(int region) throws IOException {
    return open(regions[region], regions[region + 1]);
  }

  abstract RowCursor open(long from, long to) throws IOException;

  /** The rows of a buffer, which may not change until they have been read. */
  static SortedRows of(RowBuffer buffer, long firstRow, byte[][] splits) {
    RowBuffer.Sorted sorted = buffer.new Sorted(firstRow);
    return new InMemory(sorted, places(buffer, sorted, splits));
  }

  private static long[] places(RowBuffer buffer, RowBuffer.Sorted sorted, byte[][] splits) {
    long[] places = new long[splits.length + 2];
    for (int i = 0; i < splits.length; i++) {
      places[i + 1] = sorted.place(splits[i]);
    }
    places[splits.length + 1] = buffer.rows();
    return places;
  }

  /** The rows of a buffer in a new file, which is deleted when they are closed. */
  static SortedRows spill(RowBuffer buffer, long firstRow, byte[][] splits, Path folder)
      throws IOException {
    RowBuffer.Sorted sorted = buffer.new Sorted(firstRow);
    long[] places = places(buffer, sorted, splits);
    long[] offsets = new long[places.length];
    Path file = Files.createTempFile(folder, "rowkey-rows", ".run");
    try (DataOutputStream output =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES))) {
      long offset = 0;
      for (int region = 0; region + 1 < places.length; region++) {
        for (int place = (int) places[region]; place < places[region + 1]; place++) {
          RowCursor.Row row = sorted.row(place);
          ByteBuffer values = sorted.values(place);
          output.writeShort(row.key.length);
          output.writeLong(row.number);
          output.writeInt(values.remaining());
          output.write(row.key);
          output.write(values.array(), values.position(), values.remaining());
          offset += Short.BYTES + Long.BYTES + Integer.BYTES + row.key.length + values.remaining();
        }
        offsets[region + 1] = offset;
      }
    } catch (Throwable e) {
      Files.deleteIfExists(file);
      if (e instanceof IOException) {
        throw new IOException(
            "sorted rows cannot be written to " + file + ": " + e.getMessage(), e);
      }
      throw e;
    }
    return new InFile(file, offsets);
  }

  private static final class InMemory extends SortedRows {
    private final RowBuffer.Sorted rows;

    InMemory(RowBuffer.Sorted rows, long[] regions) {
      super(regions);
      this.rows = rows;
    }

    @Override
    RowCursor open(long from, long to) {
      return new RowCursor() {
        private int place = (int) from;

        @Override
        public Row next() {
          return place < to ? rows.row(place++) : null;
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public void close() {}
  }

  private static final class InFile extends SortedRows {
    private final Path file;

    InFile(Path file, long[] regions) {
      super(regions);
      this.file = file;
    }

    @Override
    RowCursor open(long from, long to) throws IOException {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ).position(from);
      DataInputStream input =
          new DataInputStream(
              new BufferedInputStream(Channels.newInputStream(channel), BUFFER_BYTES));
      return new RowCursor() {
        private long offset = from;

        @Override
        public Row next() throws IOException {
          if (offset == to) {
            return null;
          }
          byte[] key = new byte[input.readUnsignedShort()];
          long number = input.readLong();
          byte[] values = new byte[input.readInt()];
          input.readFully(key);
          input.readFully(values);
          offset += Short.BYTES + Long.BYTES + Integer.BYTES + key.length + values.length;
          return new Row(key, number, values, 0);
        }

        @Override
        public void close() throws IOException {
          input.close();
        }
      };
    }

    @Override
    public void close() throws IOException {
      Files.deleteIfExists(file);
    }
  }
}
