package io.rowkey.spark

import io.rowkey.{Keys, RowKeyException}
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ConnectionFactory, Result, ResultScanner, Scan}
import org.apache.hadoop.hbase.filter.{FilterList, FirstKeyOnlyFilter, KeyOnlyFilter, MultiRowRangeFilter}
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.types.StructType
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
    everyRowHas: Option[ValueColumn]
) extends PartitionReaderFactory {
  @transient private lazy val layout = Layouts.compile(template, keyColumns)

  override def createReader(partition: InputPartition): PartitionReader[InternalRow] = {
    val cells = wanted.flatMap(_.cell)
    val keys = new KeyDecoder(layout, StructType(wanted.flatMap(_.ofKey)))
    val scans = RowKeyReaderFactory.scans(
      partition.asInstanceOf[RegionPartition],
      template => {
        everyRowHas match {
          case Some(marker) =>
            (marker +: cells).foreach(cell => template.addColumn(cell.familyBytes, cell.qualifierBytes))
          case None if cells.isEmpty => template.setFilter(new FilterList(new FirstKeyOnlyFilter, new KeyOnlyFilter))
          case None                  =>
        }
      }
    )
    new RowKeyReader(settings, table, scans, keys, wanted.size - cells.size, cells.toArray)
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

/** Reads the rows of scans, one after the other, and decodes the keys of many at a time. */
private final class RowKeyReader(
    settings: SerializableConfiguration,
    name: String,
    scans: Seq[Scan],
    keys: KeyDecoder,
    keyColumns: Int,
    cells: Array[ValueColumn]
) extends PartitionReader[InternalRow] {
  private val connection = ConnectionFactory.createConnection(settings.value)
  private val table = connection.getTable(TableName.valueOf(name))
  private val decoder = keys.batch()
  private val left = scans.iterator
  private var rows: ResultScanner = _
  private val batch = new ArrayBuffer[Result]
  private var at = -1
  private val values = new Array[Any](keyColumns + cells.length)
  private val row = new GenericInternalRow(values)

  override def next(): Boolean = {
    at += 1
    if (at >= batch.size) {
      fill()
      at = 0
    }
    val isThere = at < batch.size
    if (isThere) {
      take(batch(at))
    }
    isThere
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
    try decoder.decode(Keys.of(batch.map(_.getRow).toSeq: _*))
    catch {
      case e: RowKeyException if e.row >= 0 => fail(batch(e.row.toInt), e)
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

  private def take(result: Result): Unit =
    try {
      decoder.read(at, values)
      var i = 0
      while (i < cells.length) {
        val bytes = result.getValue(cells(i).familyBytes, cells(i).qualifierBytes)
        values(keyColumns + i) = if (bytes == null) null else cells(i).read(bytes)
        i += 1
      }
    } catch {
      case NonFatal(e) => fail(result, e)
    }

  private def fail(result: Result, e: Throwable): Nothing =
    throw new IllegalArgumentException(s"row ${Bytes.toStringBinary(result.getRow)} of table $name: ${e.getMessage}", e)

  override def get(): InternalRow = row

  private def closeRows(): Unit = if (rows != null) rows.close()

  override def close(): Unit =
    try {
      decoder.close()
      closeRows()
      table.close()
    } finally connection.close()
}

private object RowKeyReader {

  /** How many rows wait for their turn at most, and how many bytes of cells. */
  private val Rows = 1024
  private val Bytes = 1 << 20
}
