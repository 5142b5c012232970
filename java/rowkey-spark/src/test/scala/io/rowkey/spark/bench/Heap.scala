package io.rowkey.spark.bench

import java.lang.management.{ManagementFactory, MemoryType}

/** The most memory of the heap that was in use, garbage included. */
private[bench] object Heap {
  private def pools = ManagementFactory.getMemoryPoolMXBeans
    .toArray(Array.empty[java.lang.management.MemoryPoolMXBean])
    .filter(_.getType == MemoryType.HEAP)

  def reset(): Unit = {
    System.gc()
    pools.foreach(_.resetPeakUsage())
  }

  /** In bytes, since the last reset. */
  def peak: Long = pools.map(_.getPeakUsage.getUsed).sum
}
