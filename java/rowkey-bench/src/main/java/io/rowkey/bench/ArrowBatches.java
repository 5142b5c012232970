package io.rowkey.bench;

import io.rowkey.Batch;
import io.rowkey.Encoder;
import io.rowkey.Keys;
import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import io.rowkey.arrow.ArrowEncoder;
import io.rowkey.arrow.ArrowKeys;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Batches of Arrow beside direct memory, in microseconds a batch. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 2, jvmArgsAppend = "--add-opens=java.base/java.nio=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ArrowBatches {
  private static final int WIDTH = 17;

  /** The rows of a batch. */
  @Param({"4096", "65536"})
  public int rows;

  private final RootAllocator allocator = new RootAllocator();
  private VectorSchemaRoot root;
  private ArrowEncoder arrowEncoder;
  private Encoder encoder;
  private Batch batch;
  private Keys keys;

  /** Lays the ids out. */
  @Setup
  public void setUp() {
    long[] ids = new Random(1).longs(rows, 0, 10_000_000_000L).toArray();
    UInt8Vector vector = new UInt8Vector("id", allocator);
    vector.allocateNew(rows);
    for (int i = 0; i < rows; i++) {
      vector.set(i, ids[i]);
    }
    vector.setValueCount(rows);
    root = VectorSchemaRoot.of(vector);
    arrowEncoder =
        ArrowEncoder.of(
            allocator, ArrowKeys.compile(OneKey.TEMPLATE, root.getSchema()), root.getSchema());

    RowKeyLayout layout = RowKeyLayout.compile(OneKey.TEMPLATE, Schema.parse("id:u64"));
    encoder = layout.encoder();
    LongBuffer buffer =
        ByteBuffer.allocateDirect(8 * rows).order(ByteOrder.nativeOrder()).asLongBuffer();
    buffer.put(ids).flip();
    batch = layout.batch().longs("id", buffer);
    keys = Keys.into(ByteBuffer.allocateDirect(rows * WIDTH));
  }

  /** Frees the vectors. */
  @TearDown
  public void tearDown() {
    arrowEncoder.close();
    root.close();
    allocator.close();
  }

  /**
   * From vectors into a new vector, which is closed.
   *
   * @return the rows
   */
  @Benchmark
  public int arrow() {
    try (FieldVector made = arrowEncoder.encode(root)) {
      return made.getValueCount();
    }
  }

  /**
   * From direct memory into the same direct memory.
   *
   * @return the keys
   */
  @Benchmark
  public Keys direct() {
    encoder.encode(batch, keys);
    return keys;
  }
}
