package io.rowkey;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of C that objects of Java hold, about. The collector does not see it, and objects that
 * are not closed wait for it: so it is called where they hold much more than after the last call,
 * as java.nio calls it for direct buffers.
 */
final class NativeMemory {
  /**
   * More than this is held before the collector is called: it costs more where the heap is large.
   */
  private static final long LEAST_LIMIT = Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 8);

  private static final int TRIES = 6;
  private static final AtomicLong HELD = new AtomicLong();
  private static final AtomicBoolean COLLECTING = new AtomicBoolean();
  private static volatile long limit = LEAST_LIMIT;

  private NativeMemory() {}

  static long held() {
    return HELD.get();
  }

  /** Adds bytes, or takes some away. */
  static void add(long bytes) {
    if (HELD.addAndGet(bytes) > limit && bytes > 0 && COLLECTING.compareAndSet(false, true)) {
      try {
        collect();
      } finally {
        COLLECTING.set(false);
      }
    }
  }

  /** What has been collected is freed by another thread, which gets some milliseconds. */
  private static void collect() {
    System.gc();
    try {
      for (int i = 0; i < TRIES && HELD.get() > limit / 2; i++) {
        Thread.sleep(1L << i);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    limit = Math.max(LEAST_LIMIT, 2 * HELD.get());
  }
}
