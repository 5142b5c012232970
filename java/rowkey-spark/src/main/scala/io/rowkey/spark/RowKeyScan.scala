package io.rowkey.spark

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ConnectionFactory, RegionInfo}
import org.apache.spark.sql.connector.expressions.filter.Predicate
import org.apache.spark.sql.connector.metric.CustomMetric
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration
import scala.collection.mutable.ArrayBuffer
import scala.util.control.NonFatal

/** Collects what Spark wants of a table. */
private[spark] final class RowKeyScanBuilder(read: TableOptions)
    extends ScanBuilder
    with SupportsPushDownV2Filters
    with SupportsPushDownRequiredColumns {
  private var wanted = read.columns
  private var query = KeyQuery.All

  /** All filters stay for Spark: ranges may hold other rows, too. */
  override def pushPredicates(filters: Array[Predicate]): Array[Predicate] = {
    query = KeyQuery.of(filters.toSeq, read.layout, read.columns)
    filters
  }

  override def pushedPredicates(): Array[Predicate] = query.pushed.toArray
  override def pruneColumns(required: StructType): Unit =
    wanted = read.columns.filter(column => required.fieldNames.contains(column.field.name))
  override def build(): Scan = new RowKeyScan(read, wanted, query)
}

/** The keys of one region that are to be read, and where it is. */
private[spark] final case class RegionPartition(ranges: Seq[(Seq[Byte], Seq[Byte])], host: Option[String])
    extends InputPartition {
  override def preferredLocations(): Array[String] = host.toArray
}

private[spark] final class RowKeyScan(read: TableOptions, columns: Seq[ReadColumn], query: KeyQuery)
    extends Scan
    with Batch {
  import RowKeyScan._

  private val title = s"rowkey ${read.table} as ${read.template}"
  private val wanted =
    columns.filter(_.ofKey.isDefined) ++ columns.filter(_.cell.isDefined) ++ columns.filter(_.tellsBadRows)
  private lazy val settings: Configuration = read.configuration
  private lazy val plan: Plan = if (query.isEmpty) Plan(Nil, Set.empty, None) else makePlan()

  override def readSchema(): StructType = ReadColumns.schema(wanted)
  override def toBatch(): Batch = this
  override def columnarSupportMode(): Scan.ColumnarSupportMode = Scan.ColumnarSupportMode.SUPPORTED
  override def supportedCustomMetrics(): Array[CustomMetric] = Array(new RowsRead, new BadRowsRead, new RangesRead)
  override def planInputPartitions(): Array[InputPartition] = plan.partitions.toArray

  /** Spark shows it in plans, for which it has asked for the partitions. */
  override def description(): String = {
    val read =
      try s"${query.describe(plan.filtered)}, ${plan.counts}"
      catch {
        case NonFatal(e) => s"${query.describe(Set.empty)}, no ranges, as the regions are not known: ${e.getMessage}"
      }
    s"$title, $read"
  }

  private def makePlan(): Plan = {
    val (splits, hosts) = regions()
    val ranges = read.layout.ranges(query.text, read.maxRanges, splits)
    val partitions = new ArrayBuffer[RegionPartition]
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
    Plan(partitions.toSeq, Layouts.names(read.layout.schema).filter(ranges.filters).toSet, Some(hosts.length))
  }

  /** The split points of the table and where its regions are, those that have a server. */
  private def regions(): (Array[Array[Byte]], Array[Option[String]]) =
    Resources.use(ConnectionFactory.createConnection(settings)) { connection =>
      Resources.use(connection.getRegionLocator(TableName.valueOf(read.table))) { locator =>
        // Replicas of a region have its keys.
        val all = locator.getAllRegionLocations
          .toArray(Array.empty[org.apache.hadoop.hbase.HRegionLocation])
          .filter(location => location != null && location.getRegion.getReplicaId == RegionInfo.DEFAULT_REPLICA_ID)
        (all.drop(1).map(_.getRegion.getStartKey), all.map(at => Option(at.getServerName).map(_.getHostname)))
      }
    }

  override def createReaderFactory(): PartitionReaderFactory =
    new RowKeyReaderFactory(
      new SerializableConfiguration(settings),
      read.table,
      read.template,
      read.keyColumns,
      wanted,
      read.everyRowHas,
      read.badRows
    )
}

private object RowKeyScan {

  /** What is read: of the columns in `filtered` the ranges hold other rows as well. Where nothing is, no region is looked up. */
  private final case class Plan(partitions: Seq[RegionPartition], filtered: Set[String], regions: Option[Int]) {
    def counts: String = {
      val ranges = partitions.map(_.ranges.size).sum
      s"ranges: $ranges, partitions: ${partitions.size}${regions.fold("")(all => s" of $all regions")}"
    }
  }
}
