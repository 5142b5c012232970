package io.rowkey.hbase;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** The HFiles of a load, written region by region by several threads: all of them or none. */
final class RegionFiles {
  /** A column of a table, and which of the values of a row it gets. */
  static final class Column implements Comparable<Column> {
    final byte[] family;
    final byte[] qualifier;
    private final int value;

    Column(byte[] family, byte[] qualifier, int value) {
      this.family = family.clone();
      this.qualifier = qualifier.clone();
      this.value = value;
    }

    /** As cells of a row are ordered. */
    @Override
    public int compareTo(Column other) {
      int order = Bytes.compareTo(family, other.family);
      return order != 0 ? order : Bytes.compareTo(qualifier, other.qualifier);
    }

    @Override
    public String toString() {
      return Bytes.toStringBinary(family) + ":" + Bytes.toStringBinary(qualifier);
    }
  }

  private final Configuration settings;
  private final TableDescriptor table;
  private final TableRegions regions;
  private final Path folder;
  private final Column[] columns;
  private final long timestamp;
  private final boolean keepsLast;
  private final AtomicLong replaced = new AtomicLong();
  private final AtomicLong rowsWritten = new AtomicLong();

  /** One for each region with rows. */
  private final List<HFileWriter> writers = new ArrayList<>();

  private volatile boolean failed;

  /** Whether the thread that waits was interrupted: it is told once all files are deleted. */
  private boolean interrupted;

  RegionFiles(
      Configuration settings,
      TableDescriptor table,
      TableRegions regions,
      Path folder,
      List<Column> columns,
      long timestamp,
      boolean keepsLast) {
    this.settings = settings;
    this.table = table;
    this.regions = regions;
    this.folder = folder;
    this.columns = columns.toArray(new Column[0]);
    Arrays.sort(this.columns);
    this.timestamp = timestamp;
    this.keepsLast = keepsLast;
  }

  byte[][] splits() {
    return regions.splits;
  }

  /** How many rows were left out for later ones. */
  long replaced() {
    return replaced.get();
  }

  /** How many rows are in HFiles or were left out for later ones, so far. */
  long rowsWritten() {
    return rowsWritten.get() + replaced.get();
  }

  /** Writes all rows of the sources, and returns the files. */
  List<Path> write(List<SortedRows> sources, int threads) throws IOException {
    try {
      Map<Integer, HFileWriter> byRegion = new LinkedHashMap<>();
      for (int i = 0; i <= regions.splits.length; i++) {
        int region = i;
        if (sources.stream().anyMatch(source -> source.hasRows(region))) {
          HFileWriter writer = new HFileWriter(settings, table, regions, folder);
          writers.add(writer);
          byRegion.put(region, writer);
        }
      }
      ExecutorService pool = Executors.newFixedThreadPool(threads);
      try {
        List<Future<?>> tasks = new ArrayList<>();
        byRegion.forEach(
            (region, writer) ->
                tasks.add(
                    pool.submit(
                        () -> {
                          write(sources, region, writer);
                          return null;
                        })));
        await(tasks);
      } finally {
        pool.shutdown();
      }
      List<Path> files = new ArrayList<>();
      for (HFileWriter writer : writers) {
        writer.commit();
        files.addAll(writer.files());
      }
      return files;
    } catch (IOException | RuntimeException e) {
      abandon(e);
      throw e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void write(List<SortedRows> sources, int region, HFileWriter writer) throws IOException {
    try (RegionMerge rows = new RegionMerge(sources, region, keepsLast)) {
      for (RowCursor.Row row = rows.next(); row != null; row = rows.next()) {
        if (failed) {
          return;
        }
        write(row, writer);
        rowsWritten.incrementAndGet();
      }
      writer.complete();
      replaced.addAndGet(rows.replaced());
    } catch (IOException | RuntimeException | Error e) {
      failed = true;
      throw e;
    }
  }

  private void write(RowCursor.Row row, HFileWriter writer) throws IOException {
    int[] places = new int[columns.length];
    int at = row.at;
    for (int i = 0; i < places.length; i++) {
      places[i] = at;
      at += Integer.BYTES + Math.max(0, Bytes.toInt(row.values, at));
    }
    for (Column column : columns) {
      int place = places[column.value];
      int length = Bytes.toInt(row.values, place);
      if (length >= 0) {
        int begin = place + Integer.BYTES;
        byte[] value = Arrays.copyOfRange(row.values, begin, begin + length);
        writer.append(row.key, column.family, column.qualifier, timestamp, value);
      }
    }
  }

  /** Waits for all, whatever happens, and throws what went wrong first. */
  private void await(List<Future<?>> tasks) throws IOException {
    Throwable first = null;
    for (Future<?> task : tasks) {
      for (boolean ended = false; !ended; ) {
        try {
          task.get();
          ended = true;
        } catch (ExecutionException e) {
          first = first == null ? e.getCause() : first;
          ended = true;
        } catch (InterruptedException e) {
          interrupted = true;
          failed = true;
        }
      }
    }
    if (interrupted) {
      throw new InterruptedIOException("interrupted while HFiles were written");
    } else if (first instanceof IOException) {
      throw (IOException) first;
    } else if (first instanceof RuntimeException) {
      throw (RuntimeException) first;
    } else if (first != null) {
      throw new IOException("HFiles were not written: " + first, first);
    }
  }

  private void abandon(Exception reason) {
    for (HFileWriter writer : writers) {
      try {
        writer.abandon();
      } catch (IOException e) {
        reason.addSuppressed(e);
      }
    }
  }
}
