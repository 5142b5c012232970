package io.rowkey.spark

import io.rowkey.{Keys, RowKeyException}
import java.util
import org.apache.hadoop.hbase.{KeyValue, TableName}
import org.apache.hadoop.hbase.client.{ConnectionFactory, Put, RetriesExhaustedWithDetailsException}
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.connector.metric.CustomTaskMetric
import org.apache.spark.sql.connector.write.{DataWriter, DataWriterFactory, WriterCommitMessage}
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory
import org.apache.spark.util.SerializableConfiguration
import scala.collection.mutable.ArrayBuffer

/** What tasks need to put rows. */
private[spark] final class RowKeyWriterFactory(
    settings: SerializableConfiguration,
    table: String,
    columns: WriteColumns
) extends DataWriterFactory
    with StreamingDataWriterFactory {
  override def createWriter(partition: Int, task: Long): DataWriter[InternalRow] =
    new RowKeyWriter(settings, table, columns)
  override def createWriter(partition: Int, task: Long, epoch: Long): DataWriter[InternalRow] =
    new RowKeyWriter(settings, table, columns)
}

/**
 * Makes the keys of many rows at a time, and puts them. Not by a `BufferedMutator`: in HBase 2 it waits for what it sends as
 * well, was no faster here, and at its end puts the rows that it has left, those of a task that failed, too.
 */
private final class RowKeyWriter(settings: SerializableConfiguration, name: String, columns: WriteColumns)
    extends DataWriter[InternalRow] {
  private val resources = new Resources
  private val encoder = resources.open(columns.encoder())
  private val batch = resources.open(encoder.batch(KeyFunction.Rows))
  private val connection = resources.open(ConnectionFactory.createConnection(settings.value))
  private val table = resources.open(connection.getTable(TableName.valueOf(name)))
  private val cells = new RowCells(columns.cells, columns.cellPlaces)
  private val ofCells = columns.cells.toArray

  /** How many bytes of a cell HBase's client takes, which names no row that has more; 0 for any. */
  private val mostBytes = settings.value.getInt(RowKeyWriter.MostBytes, 0)
  private val rows = new ArrayBuffer[InternalRow]
  private var bytes = 0L
  private var taken = 0L

  override def write(row: InternalRow): Unit = {
    val kept = row.copy()
    try batch.add(kept, columns.ofKeys)
    catch {
      case e: IllegalArgumentException => throw encoder.noKey(kept, columns.ofKeys, e)
    }
    rows += kept
    taken += 1
    bytes += (kept match {
      case unsafe: UnsafeRow => unsafe.getSizeInBytes
      case _                 => 0
    })
    if (rows.size == KeyFunction.Rows || bytes >= RowKeyWriter.Bytes) {
      flush()
    }
  }

  private def flush(): Unit = if (rows.nonEmpty) {
    val keys = encode()
    val puts = new util.ArrayList[Put](rows.size)
    rows.indices.foreach(i => puts.add(put(rows(i), keys.get(i))))
    try table.put(puts)
    catch {
      case e: RetriesExhaustedWithDetailsException if e.getNumExceptions > 0 =>
        throw new java.io.IOException(
          s"row ${Bytes.toStringBinary(e.getRow(0).getRow)} of table $name was not put: ${e.getCause(0)}",
          e
        )
    }
    rows.clear()
    bytes = 0
  }

  private def encode(): Keys =
    try batch.encode()
    catch {
      case e: RowKeyException if e.row >= 0 => throw encoder.noKey(rows(e.row.toInt), columns.ofKeys, e)
    }

  private def put(row: InternalRow, key: Array[Byte]): Put = {
    val problem = cells.problem(row, key)
    if (problem != null) {
      throw new IllegalArgumentException(problem)
    }
    val made = columns.time.fold(new Put(key)) { case (place, isOfSpark) =>
      new Put(key, time(row, key, place, isOfSpark))
    }
    var i = 0
    while (i < ofCells.length) {
      val place = columns.cellPlaces(i)
      if (!row.isNullAt(place)) {
        val value = ofCells(i).write(row, place)
        checkSize(key, ofCells(i), value)
        made.addColumn(ofCells(i).familyBytes, ofCells(i).qualifierBytes, value)
      }
      i += 1
    }
    made
  }

  private def checkSize(key: Array[Byte], cell: ValueColumn, value: Array[Byte]): Unit = {
    val bytes = KeyValue.getKeyValueDataStructureSize(
      key.length,
      cell.familyBytes.length,
      cell.qualifierBytes.length,
      value.length
    )
    if (mostBytes > 0 && bytes > mostBytes) {
      throw new IllegalArgumentException(
        s"the cell ${cell.family}:${cell.qualifier} of the row ${Bytes.toStringBinary(key)} has $bytes bytes " +
          s"(expected at most $mostBytes, by ${RowKeyWriter.MostBytes})"
      )
    }
  }

  /** The time of the cells of a row, in milliseconds. */
  private def time(row: InternalRow, key: Array[Byte], place: Int, isOfSpark: Boolean): Long = {
    val time = if (row.isNullAt(place)) -1 else row.getLong(place)
    val isExact = !isOfSpark || time % RowKeyWriter.Micros == 0
    if (time < 0 || !isExact) {
      val shown = if (row.isNullAt(place)) "null" else if (isOfSpark) Times.instant(time) else time
      throw new IllegalArgumentException(
        s"the row ${Bytes.toStringBinary(key)} has the time $shown (expected whole milliseconds from 1970 on)"
      )
    }
    if (isOfSpark) time / RowKeyWriter.Micros else time
  }

  override def commit(): WriterCommitMessage = {
    flush()
    RowKeyWriter.Done
  }

  /** What was put stays. */
  override def abort(): Unit = ()

  /** Spark asks before it commits. */
  override def currentMetricsValues(): Array[CustomTaskMetric] = Array(new KeysWritten().of(taken))

  override def close(): Unit = resources.close()
}

private object RowKeyWriter {
  private case object Done extends WriterCommitMessage

  /** How many bytes of rows are put in a call, as the client's own buffer has them. */
  private val Bytes = 2 << 20

  /** A setting of HBase's client, 10 MiB in its defaults. */
  private val MostBytes = "hbase.client.keyvalue.maxsize"

  /** In a millisecond. */
  private val Micros = 1000L
}
