package io.rowkey.bench;

import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One key a call, in nanoseconds. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class OneKey {
  static final String TEMPLATE = "{md5(id) % 1000000:07d}{id:010d}";

  private final long[] ids = new Random(1).longs(4096, 0, 10_000_000_000L).toArray();
  private final JavaKeys java = new JavaKeys();
  private RowKeyLayout layout;
  private int next;

  /** Compiles the layout, and compares the keys once. */
  @Setup
  public void setUp() {
    layout = RowKeyLayout.compile(TEMPLATE, Schema.parse("id:u64"));
    for (long id : ids) {
      byte[] key = layout.key(id);
      if (!Arrays.equals(key, java.tuned(id)) || !Arrays.equals(key, JavaKeys.naive(id))) {
        throw new IllegalStateException("the keys of " + id + " differ");
      }
    }
  }

  private long id() {
    next = (next + 1) & 4095;
    return ids[next];
  }

  /**
   * Through JNI.
   *
   * @return the key
   */
  @Benchmark
  public byte[] library() {
    return layout.key(id());
  }

  /**
   * With an object for the value.
   *
   * @return the key
   */
  @Benchmark
  public byte[] libraryObjects() {
    return layout.key(new Object[] {id()});
  }

  /**
   * Java as fast as it goes.
   *
   * @return the key
   */
  @Benchmark
  public byte[] tunedJava() {
    return java.tuned(id());
  }

  /**
   * Java as people write it.
   *
   * @return the key
   */
  @Benchmark
  public byte[] naiveJava() {
    return JavaKeys.naive(id());
  }
}
