package io.rowkey.spark

import io.rowkey.{KeyRange, RowKeyException}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.ConnectionFactory
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration
import scala.collection.mutable.ArrayBuffer

/** Collects what Spark wants of a table. */
private[spark] final class RowKeyScanBuilder(read: ReadOptions)
    extends ScanBuilder
    with SupportsPushDownV2Filters
    with SupportsPushDownRequiredColumns {
  private var wanted = read.columns
  private var pushed = Array.empty[Predicate]
  private var conditions = Seq.empty[String]

  /** All filters stay for Spark: ranges may hold other rows, too. */
  override def pushPredicates(filters: Array[Predicate]): Array[Predicate] = {
    val keys = new KeyConditions(read.layout, read.columns)
    val found = filters.map(filter => filter -> keys.of(filter))
    pushed = found.collect { case (filter, conditions) if conditions.nonEmpty => filter }
    conditions = found.toSeq.flatMap(_._2.map(_.text))
    filters
  }

  override def pushedPredicates(): Array[Predicate] = pushed
  override def pruneColumns(required: StructType): Unit =
    wanted = read.columns.filter(column => required.fieldNames.contains(column.field.name))
  override def build(): Scan = new RowKeyScan(read, wanted, conditions.mkString(", "))
}

/** The keys of one region that are to be read, and where it is. */
private[spark] final case class RegionPartition(ranges: Seq[(Seq[Byte], Seq[Byte])], host: String)
    extends InputPartition {
  override def preferredLocations(): Array[String] = Array(host)
}

private[spark] final class RowKeyScan(read: ReadOptions, columns: Seq[ReadColumn], conditions: String)
    extends Scan
    with Batch {
  private val wanted = columns.filter(_.ofKey.isDefined) ++ columns.filter(_.cell.isDefined)
  private lazy val settings: Configuration = HBaseSettings.of(SparkSession.active, read.settings)

  override def readSchema(): StructType = ReadColumns.schema(wanted)
  override def toBatch(): Batch = this
  override def description(): String = s"rowkey ${read.table} as ${read.template} where [$conditions]"

  override def planInputPartitions(): Array[InputPartition] = {
    val (splits, hosts) = regions()
    val partitions = new ArrayBuffer[InputPartition]
    val ranges = findRanges(splits)
    var i = 0
    while (i < ranges.size) {
      val region = ranges.get(i).region
      val found = new ArrayBuffer[(Seq[Byte], Seq[Byte])]
      while (i < ranges.size && ranges.get(i).region == region) {
        found += ranges.get(i).start.toSeq -> ranges.get(i).stop.toSeq
        i += 1
      }
      partitions += RegionPartition(found.toSeq, hosts(region))
    }
    partitions.toArray
  }

  /** The split points of the table and where its regions are. */
  private def regions(): (Array[Array[Byte]], Array[String]) = {
    val connection = ConnectionFactory.createConnection(settings)
    try {
      val locator = connection.getRegionLocator(TableName.valueOf(read.table))
      try {
        val all = locator.getAllRegionLocations.toArray(Array.empty[org.apache.hadoop.hbase.HRegionLocation])
        (all.drop(1).map(_.getRegion.getStartKey), all.map(_.getHostname))
      } finally locator.close()
    } finally connection.close()
  }

  /** The ranges of the conditions; all keys where no condition helps. */
  private def findRanges(splits: Array[Array[Byte]]): java.util.List[KeyRange] =
    try read.layout.ranges(conditions, read.maxRanges, splits)
    catch {
      case _: RowKeyException => read.layout.ranges("", read.maxRanges, splits)
    }

  override def createReaderFactory(): PartitionReaderFactory =
    new RowKeyReaderFactory(
      new SerializableConfiguration(settings),
      read.table,
      read.template,
      read.keyColumns,
      wanted,
      read.everyRowHas
    )
}
