package io.rowkey.flink;

import io.rowkey.Batch;
import io.rowkey.Encoder;
import io.rowkey.Router;
import io.rowkey.RowKeyLayout;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.util.Collector;

/**
 * Row keys in jobs of Flink. Functions hold the layout, which goes to the task managers with them:
 * what has to be closed, such as an encoder, is made where they are opened.
 *
 * <pre>{@code
 * readings
 *     .keyBy(new RegionOf(layout, splits))     // the rows of a region come to one task
 *     .map(new RowOf(layout))
 * }</pre>
 */
public final class FlinkKeys {
  private FlinkKeys() {}

  /** What the stream has of a row. */
  public static final class Reading {
    /** Where it was read. */
    public String host;

    /** When. */
    public long time;

    /** What. */
    public double load;

    /** For Flink. */
    public Reading() {}

    /**
     * A reading.
     *
     * @param host where it was read
     * @param time when
     * @param load what
     */
    public Reading(String host, long time, double load) {
      this.host = host;
      this.time = time;
      this.load = load;
    }
  }

  /** A reading with its row key, a key for each record. */
  public static final class RowOf implements MapFunction<Reading, Tuple2<byte[], Double>> {
    private static final long serialVersionUID = 1L;
    private final RowKeyLayout layout;

    /**
     * A function of the layout.
     *
     * @param layout of a text and a number
     */
    public RowOf(RowKeyLayout layout) {
      this.layout = layout;
    }

    @Override
    public Tuple2<byte[], Double> map(Reading reading) {
      return Tuple2.of(layout.key(reading.host, reading.time), reading.load);
    }
  }

  /**
   * The region of a table that a reading belongs to. Row keys themselves are arrays, which Flink
   * does not take as keys.
   */
  public static final class RegionOf implements KeySelector<Reading, Integer> {
    private static final long serialVersionUID = 1L;
    private final RowKeyLayout layout;
    private final byte[][] splits;
    private transient Router router;

    /**
     * A selector.
     *
     * @param layout of a text and a number
     * @param splits the split points of the table
     */
    public RegionOf(RowKeyLayout layout, byte[][] splits) {
      this.layout = layout;
      this.splits = splits;
    }

    @Override
    public Integer getKey(Reading reading) {
      if (router == null) {
        router = Router.of(splits);
      }
      return router.region(layout.key(reading.host, reading.time));
    }
  }

  /** Lists of readings with their row keys, a call of the library for each list. */
  public static final class RowsOf
      extends RichFlatMapFunction<List<Reading>, Tuple2<byte[], Double>> {
    private static final long serialVersionUID = 1L;
    private final RowKeyLayout layout;
    private transient Encoder encoder;
    private transient Batch batch;

    /**
     * A function of the layout.
     *
     * @param layout of the columns {@code host} and {@code ts}
     */
    public RowsOf(RowKeyLayout layout) {
      this.layout = layout;
    }

    @Override
    public void open(OpenContext context) {
      encoder = layout.encoder();
      batch = layout.batch();
    }

    @Override
    public void flatMap(List<Reading> readings, Collector<Tuple2<byte[], Double>> out) {
      List<String> hosts = new ArrayList<>();
      for (Reading reading : readings) {
        hosts.add(reading.host);
      }
      batch.strings("host", hosts.toArray(new String[0]));
      batch.longs("ts", readings.stream().mapToLong(reading -> reading.time).toArray());
      byte[][] keys = encoder.encode(batch);
      for (int i = 0; i < keys.length; i++) {
        out.collect(Tuple2.of(keys[i], readings.get(i).load));
      }
    }

    @Override
    public void close() {
      if (encoder != null) {
        encoder.close();
      }
    }
  }
}
