package io.rowkey.spark

import io.rowkey.{Keys, RowKeyException, RowKeyLayout}
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ConnectionFactory, Result, ResultScanner, Scan}
import org.apache.hadoop.hbase.filter.{FilterList, FirstKeyOnlyFilter, KeyOnlyFilter, MultiRowRangeFilter}
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.types.{BinaryType, DataType, StructType}
import org.apache.spark.unsafe.types.UTF8String
import org.apache.spark.util.SerializableConfiguration
import scala.collection.mutable.ArrayBuffer
import scala.util.control.NonFatal

/** What tasks need to read: the wanted columns, those of the key before those of cells. */
private[spark] final class RowKeyReaderFactory(
    settings: SerializableConfiguration,
    table: String,
    template: String,
    keyColumns: Option[String],
    wanted: Seq[ReadColumn],
    everyRowHas: Option[ValueColumn],
    badRows: BadRows
) extends PartitionReaderFactory {
  override def createReader(partition: InputPartition): PartitionReader[InternalRow] = {
    val cells = wanted.flatMap(_.cell)
    val read = partition.asInstanceOf[RegionPartition]
    val scans = RowKeyReaderFactory.scans(
      read,
      template => {
        everyRowHas match {
          case Some(marker) =>
            (marker +: cells).foreach(cell => template.addColumn(cell.familyBytes, cell.qualifierBytes))
          case None if cells.isEmpty => template.setFilter(new FilterList(new FirstKeyOnlyFilter, new KeyOnlyFilter))
          case None                  =>
        }
      }
    )
    new RowKeyReader(
      settings,
      table,
      scans,
      read.ranges.size,
      Layouts.compile(template, keyColumns),
      StructType(wanted.flatMap(_.ofKey)),
      cells.toArray,
      wanted.find(_.tellsBadRows).map(_.field.dataType),
      badRows
    )
  }
}

private object RowKeyReaderFactory {

  /** Beyond that many ranges of a region one scan, which skips between them on the server, takes fewer requests. */
  private val MostScans = 16

  private def scans(partition: RegionPartition, prepare: Scan => Unit): Seq[Scan] = {
    val ranges = partition.ranges.map { case (start, stop) => start.toArray -> stop.toArray }
    // A scan of a whole region would push what others read out of the cache.
    def scan(start: Array[Byte], stop: Array[Byte]) = {
      val made = new Scan().withStartRow(start).withStopRow(stop).setCacheBlocks(false)
      prepare(made)
      made
    }
    if (ranges.size <= MostScans) {
      ranges.map { case (start, stop) => scan(start, stop) }
    } else {
      val list = new java.util.ArrayList[RowRange]
      ranges.foreach { case (start, stop) => list.add(new RowRange(start, true, stop, false)) }
      val made = scan(ranges.head._1, ranges.last._2)
      val skip = new MultiRowRangeFilter(list)
      Seq(made.setFilter(if (made.getFilter == null) skip else new FilterList(skip, made.getFilter)))
    }
  }
}

/** Reads the rows of scans, one after the other, and decodes the keys of many at a time. It closes the layout. */
private final class RowKeyReader(
    settings: SerializableConfiguration,
    name: String,
    scans: Seq[Scan],
    ranges: Int,
    layout: RowKeyLayout,
    ofKey: StructType,
    cells: Array[ValueColumn],
    ofBadRow: Option[DataType],
    badRows: BadRows
) extends PartitionReader[InternalRow] {
  private val resources = new Resources
  private val keys = new KeyDecoder(resources.open(layout), ofKey)
  private val decoder = resources.open(keys.batch())
  private val connection = resources.open(ConnectionFactory.createConnection(settings.value))
  private val table = resources.open(connection.getTable(TableName.valueOf(name)))
  private val isDecoded = ofKey.nonEmpty || ofBadRow.isDefined || badRows == BadRows.Drop
  private val left = scans.iterator
  private var rows: ResultScanner = _
  private val batch = new ArrayBuffer[Result]
  private var isOneByOne = false
  private var at = -1
  private val values = new Array[Any](ofKey.size + cells.length + ofBadRow.size)
  private val row = new GenericInternalRow(values)
  private var read = 0L
  private var bad = 0L

  override def next(): Boolean = {
    var isThere = forward()
    while (isThere && !take(batch(at))) {
      isThere = forward()
    }
    isThere
  }

  private def forward(): Boolean = {
    at += 1
    if (at >= batch.size) {
      fill()
      at = 0
    }
    at < batch.size
  }

  private def fill(): Unit = {
    batch.clear()
    var bytes = 0L
    var result = nextResult()
    while (result != null) {
      batch += result
      bytes += Result.getTotalSizeOfCells(result)
      result = if (batch.size < RowKeyReader.Rows && bytes < RowKeyReader.Bytes) nextResult() else null
    }
    read += batch.size
    isOneByOne = false
    if (isDecoded) {
      try decoder.decode(Keys.of(batch.map(_.getRow).toSeq: _*))
      catch {
        case e: RowKeyException if e.row >= 0 =>
          if (badRows == BadRows.Fail) fail(batch(e.row.toInt), e) else isOneByOne = true
      }
    }
  }

  private def nextResult(): Result = {
    var result = if (rows == null) null else rows.next()
    while (result == null && left.hasNext) {
      closeRows()
      rows = table.getScanner(left.next())
      result = rows.next()
    }
    result
  }

  /** Whether there is a row for a result. */
  private def take(result: Result): Boolean =
    try {
      if (isOneByOne) {
        decoder.decode(Keys.of(result.getRow))
        decoder.read(0, values)
      } else {
        decoder.read(at, values)
      }
      var i = 0
      while (i < cells.length) {
        val bytes = result.getValue(cells(i).familyBytes, cells(i).qualifierBytes)
        values(ofKey.size + i) = if (bytes == null) null else cells(i).read(bytes)
        i += 1
      }
      if (ofBadRow.isDefined) {
        values(values.length - 1) = null
      }
      true
    } catch {
      case NonFatal(e) if badRows == BadRows.Fail || Layouts.isOfMemory(e) => fail(result, e)
      case NonFatal(e) =>
        bad += 1
        java.util.Arrays.fill(values.asInstanceOf[Array[AnyRef]], null)
        ofBadRow.foreach { dataType =>
          values(values.length - 1) =
            if (dataType == BinaryType) result.getRow else UTF8String.fromString(problem(result, e))
        }
        badRows == BadRows.Keep
    }

  private def problem(result: Result, e: Throwable): String =
    s"row ${Bytes.toStringBinary(result.getRow)} of table $name: ${e.getMessage}"

  private def fail(result: Result, e: Throwable): Nothing = throw new IllegalArgumentException(problem(result, e), e)

  override def get(): InternalRow = row

  override def currentMetricsValues(): Array[CustomTaskMetric] =
    Array(new RowsRead().of(read), new BadRowsRead().of(bad), new RangesRead().of(ranges.toLong))

  private def closeRows(): Unit = if (rows != null) rows.close()

  override def close(): Unit =
    try closeRows()
    finally resources.close()
}

private object RowKeyReader {

  /** How many rows wait for their turn at most, and how many bytes of cells. */
  private val Rows = 1024
  private val Bytes = 1 << 20
}
