package io.rowkey.bench;

import io.rowkey.Batch;
import io.rowkey.Encoder;
import io.rowkey.Keys;
import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Keys of 4,096 rows a call, in nanoseconds a key. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ManyKeys.ROWS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ManyKeys {
  static final int ROWS = 4096;
  private static final int WIDTH = 17;

  private final long[] ids = new Random(1).longs(ROWS, 0, 10_000_000_000L).toArray();
  private final JavaKeys java = new JavaKeys();
  private final byte[] room = new byte[ROWS * WIDTH];
  private final byte[][] arrays = new byte[ROWS][];
  private final Keys heap = Keys.into(room);
  private final Keys direct = Keys.into(ByteBuffer.allocateDirect(ROWS * WIDTH));
  private Encoder encoder;
  private Batch fromArray;
  private Batch fromDirect;

  /** Lays the ids out. */
  @Setup
  public void setUp() {
    RowKeyLayout layout = RowKeyLayout.compile(OneKey.TEMPLATE, Schema.parse("id:u64"));
    encoder = layout.encoder();
    fromArray = layout.batch().longs("id", ids);
    LongBuffer buffer =
        ByteBuffer.allocateDirect(8 * ROWS).order(ByteOrder.nativeOrder()).asLongBuffer();
    buffer.put(ids).flip();
    fromDirect = layout.batch().longs("id", buffer);
  }

  /**
   * From direct memory into direct memory.
   *
   * @return the keys
   */
  @Benchmark
  public Keys libraryDirect() {
    encoder.encode(fromDirect, direct);
    return direct;
  }

  /**
   * From an array into an array.
   *
   * @return the keys
   */
  @Benchmark
  public Keys libraryHeap() {
    encoder.encode(fromArray, heap);
    return heap;
  }

  /**
   * From an array into an array for each key.
   *
   * @return the keys
   */
  @Benchmark
  public byte[][] libraryArrays() {
    encoder.encode(fromArray, arrays);
    return arrays;
  }

  /**
   * Tuned Java into one array.
   *
   * @return the keys
   */
  @Benchmark
  public byte[] tunedJava() {
    for (int i = 0; i < ROWS; i++) {
      java.write(ids[i], room, i * WIDTH);
    }
    return room;
  }

  /**
   * Tuned Java into an array for each key.
   *
   * @return the keys
   */
  @Benchmark
  public byte[][] tunedJavaArrays() {
    for (int i = 0; i < ROWS; i++) {
      arrays[i] = java.tuned(ids[i]);
    }
    return arrays;
  }
}
