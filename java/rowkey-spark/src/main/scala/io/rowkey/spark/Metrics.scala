package io.rowkey.spark

import org.apache.spark.sql.connector.metric.{CustomSumMetric, CustomTaskMetric}

/** What the UI of Spark shows of reads and writes. Spark makes them by the names of their classes. */
private[spark] sealed abstract class RowKeyMetric(override val name: String, override val description: String)
    extends CustomSumMetric {

  /** What a task has counted. */
  def of(count: Long): CustomTaskMetric = new RowKeyMetric.OfTask(name, count)
}

private[spark] object RowKeyMetric {
  private final class OfTask(override val name: String, override val value: Long) extends CustomTaskMetric
}

private[spark] final class RowsRead extends RowKeyMetric("rowsRead", "rows that HBase gave")
private[spark] final class BadRowsRead extends RowKeyMetric("badRows", "rows that the layout did not make")
private[spark] final class RangesRead extends RowKeyMetric("ranges", "ranges of keys")
private[spark] final class KeysWritten extends RowKeyMetric("keysWritten", "keys that were put")
