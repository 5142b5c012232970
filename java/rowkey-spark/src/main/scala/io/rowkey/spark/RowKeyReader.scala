package io.rowkey.spark

import io.rowkey.{Keys, RowKeyLayout}
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ConnectionFactory, Result, ResultScanner, Scan}
import org.apache.hadoop.hbase.filter.{FilterList, FirstKeyOnlyFilter, KeyOnlyFilter, MultiRowRangeFilter}
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.read.{InputPartition, PartitionReader, PartitionReaderFactory}
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector
import org.apache.spark.sql.types.{BinaryType, StructType}
import org.apache.spark.sql.vectorized.{ColumnVector, ColumnarBatch}
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
  override def supportColumnarReads(partition: InputPartition): Boolean = true
  override def createReader(partition: InputPartition): PartitionReader[InternalRow] =
    throw new UnsupportedOperationException("rows one by one (expected columns)")

  override def createColumnarReader(partition: InputPartition): PartitionReader[ColumnarBatch] = {
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
      wanted,
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

/** Reads the rows of scans, one after the other, and puts many at a time into columns. It closes the layout. */
private final class RowKeyReader(
    settings: SerializableConfiguration,
    name: String,
    scans: Seq[Scan],
    ranges: Int,
    layout: RowKeyLayout,
    wanted: Seq[ReadColumn],
    badRows: BadRows
) extends PartitionReader[ColumnarBatch] {
  private val resources = new Resources
  private val ofKey = StructType(wanted.flatMap(_.ofKey))
  private val decoder = resources.open(new KeyDecoder(resources.open(layout), ofKey).batch())
  private val connection = resources.open(ConnectionFactory.createConnection(settings.value))
  private val table = resources.open(connection.getTable(TableName.valueOf(name)))
  private val left = scans.iterator
  private var rows: ResultScanner = _
  private val results = new ArrayBuffer[Result]
  private var read = 0L
  private var bad = 0L

  private val vectors = OnHeapColumnVector.allocateColumns(RowKeyReader.Rows, ReadColumns.schema(wanted))
  private val cells = wanted.flatMap(_.cell).toArray
  private val ofKeys = vectors.take(ofKey.size)
  private val ofCells = vectors.slice(ofKey.size, ofKey.size + cells.length)
  private val ofBadRow = vectors.drop(ofKey.size + cells.length).headOption
  private val isDecoded = ofKey.nonEmpty || ofBadRow.isDefined || badRows == BadRows.Drop
  private val batch = resources.open(new ColumnarBatch(vectors.toArray[ColumnVector]))
  private var count = 0

  /** What ends the query once the rows before it have been taken. */
  private var failure: Throwable = _

  override def next(): Boolean = {
    count = 0
    do {
      if (failure != null) {
        throw failure
      }
      fill()
    } while (count == 0 && results.nonEmpty)
    batch.setNumRows(count)
    count > 0
  }

  override def get(): ColumnarBatch = batch

  private def fill(): Unit = {
    collect()
    read += results.size
    vectors.foreach(_.reset())
    try {
      put(results, 0)
      count = results.size
    } catch {
      case NonFatal(e) if !Layouts.isOfMemory(e) => putOneByOne()
    }
  }

  private def collect(): Unit = {
    results.clear()
    var bytes = 0L
    var result = nextResult()
    while (result != null) {
      results += result
      bytes += Result.getTotalSizeOfCells(result)
      result = if (results.size < RowKeyReader.Rows && bytes < RowKeyReader.Bytes) nextResult() else null
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

  /** Puts rows into the columns, from a place on. */
  private def put(some: ArrayBuffer[Result], from: Int): Unit = {
    if (isDecoded) {
      decoder.decode(Keys.of(some.map(_.getRow).toSeq: _*))
      decoder.put(ofKeys, Array.range(from, from + some.size))
    }
    for (i <- cells.indices) {
      val (column, vector) = (cells(i), ofCells(i))
      var row = 0
      while (row < some.size) {
        val cell = some(row).getColumnLatestCell(column.familyBytes, column.qualifierBytes)
        if (cell == null) vector.putNull(from + row) else column.put(cell, vector, from + row)
        row += 1
      }
    }
    ofBadRow.foreach(_.putNulls(from, some.size))
  }

  /** The rows of a batch with a bad one. */
  private def putOneByOne(): Unit = {
    vectors.foreach(_.reset())
    count = 0
    val rest = results.iterator
    while (failure == null && rest.hasNext) {
      val result = rest.next()
      // A bad row that was left out may have been put in part.
      vectors.foreach(_.putNotNull(count))
      try {
        put(ArrayBuffer(result), count)
        count += 1
      } catch {
        case NonFatal(e) if badRows == BadRows.Fail || Layouts.isOfMemory(e) =>
          failure = new IllegalArgumentException(problem(result, e), e)
        case NonFatal(e) =>
          bad += 1
          if (badRows == BadRows.Keep) {
            putBad(result, e)
            count += 1
          }
      }
    }
  }

  private def putBad(result: Result, e: Throwable): Unit = {
    vectors.foreach(_.putNull(count))
    ofBadRow.foreach { vector =>
      vector.putNotNull(count)
      vector.putByteArray(
        count,
        if (vector.dataType == BinaryType) result.getRow else problem(result, e).getBytes(UTF_8)
      )
    }
  }

  private def problem(result: Result, e: Throwable): String =
    s"row ${Bytes.toStringBinary(result.getRow)} of table $name: ${e.getMessage}"

  override def currentMetricsValues(): Array[CustomTaskMetric] =
    Array(new RowsRead().of(read), new BadRowsRead().of(bad), new RangesRead().of(ranges.toLong))

  private def closeRows(): Unit = if (rows != null) rows.close()

  override def close(): Unit = Resources.ending(closeRows())(resources.close())
}

private object RowKeyReader {

  /** How many rows a batch has at most, and how many bytes of cells. */
  private val Rows = 1024
  private val Bytes = 1 << 20
}
