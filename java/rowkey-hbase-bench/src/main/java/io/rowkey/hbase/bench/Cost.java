package io.rowkey.hbase.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * What rows have cost.
 *
 * @param nanos from the first key to the last row in the table
 * @param cpuNanos processor time of this process and of HBase
 * @param keyNanos processor time of the thread that makes keys, while it makes them
 */
record Cost(long rows, long nanos, long cpuNanos, long keyNanos) {
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** Puts rows into a table, and tells the processor time of their keys in nanoseconds. */
  interface Work {
    long run() throws IOException;
  }

  /** Measures work on an HBase in the process with this id. */
  static Cost of(long rows, long hbase, Work work) throws IOException {
    long cpu = cpu(hbase);
    long start = System.nanoTime();
    long keys = work.run();
    long nanos = System.nanoTime() - start;
    return new Cost(rows, nanos, cpu(hbase) - cpu, keys);
  }

  private static long cpu(long hbase) {
    Duration used =
        ProcessHandle.of(hbase)
            .flatMap(process -> process.info().totalCpuDuration())
            .orElseThrow(() -> new IllegalStateException("the system tells no time of HBase"));
    return PROCESS.getProcessCpuTime() + used.toNanos();
  }

  /** The least of each. */
  static Cost best(Cost a, Cost b) {
    return new Cost(
        a.rows,
        Math.min(a.nanos, b.nanos),
        Math.min(a.cpuNanos, b.cpuNanos),
        Math.min(a.keyNanos, b.keyNanos));
  }

  double rowsASecond() {
    return rows * 1e9 / nanos;
  }

  double cpuMicrosARow() {
    return cpuNanos / 1e3 / rows;
  }

  double keyMicrosARow() {
    return keyNanos / 1e3 / rows;
  }
}
