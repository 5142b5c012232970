package io.rowkey.spark

import io.rowkey.hbase.HFileWriter
import org.apache.hadoop.fs.Path
import org.apache.hadoop.hbase.ServerName
import org.apache.hadoop.hbase.client.TableDescriptorBuilder
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.{InterruptibleIterator, TaskContext}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.util.SerializableConfiguration

/** What a task has written. */
private[spark] final case class Written(folder: String, rows: Long, rejected: Long, duplicates: Long)

/**
 * Writes the sorted rows of a task, a key and the values of the columns, into HFiles in a folder of this attempt alone. The
 * driver takes the files of one attempt for each task: what another one left behind is never loaded.
 */
private[spark] final class HFileTask(
    settings: SerializableConfiguration,
    table: Array[Byte],
    splits: Array[Array[Byte]],
    servers: Array[String],
    staging: String,
    columns: Seq[ValueColumn],
    skipsBadRows: Boolean,
    skipsDuplicates: Boolean
) extends Serializable {

  def write(rows: Iterator[InternalRow]): Written = {
    val context = TaskContext.get()
    val folder = new Path(staging, s"attempt-${context.partitionId()}-${context.taskAttemptId()}")
    // They lose their address when Spark sends them.
    val names = servers.map(server => if (server == null) null else ServerName.valueOf(server))
    val writer = HFileWriter.open(settings.value, TableDescriptorBuilder.parseFrom(table), splits, names, folder)
    var isDone = false
    def delete(): Unit = {
      val files = folder.getFileSystem(settings.value)
      if (!isDone) {
        files.delete(folder, true)
      }
      // The driver has ended the load, and deleted its folder, which this task has made again.
      if (!files.exists(HFileTask.complete(staging))) {
        files.delete(new Path(staging), true)
      }
    }
    Resources.ending {
      Resources.use(writer) { writer =>
        val counts = write(new InterruptibleIterator(context, rows), writer)
        writer.commit()
        isDone = true
        counts.copy(folder = folder.toString)
      }
    }(delete())
  }

  private def write(rows: Iterator[InternalRow], writer: HFileWriter): Written = {
    // A column's place in the row, in the order of cells.
    val order = columns.zipWithIndex.sortWith { case ((a, _), (b, _)) =>
      val families = Bytes.compareTo(a.familyBytes, b.familyBytes)
      families < 0 || families == 0 && Bytes.compareTo(a.qualifierBytes, b.qualifierBytes) < 0
    }.toArray
    val cells = new RowCells(columns, Array.range(1, columns.size + 1))
    var count = 0L
    var rejected = 0L
    var duplicates = 0L
    var last: Array[Byte] = null
    while (rows.hasNext) {
      val row = rows.next()
      val key = row.getBinary(0)
      val problem = cells.problem(row, key)
      if (problem != null) {
        if (!skipsBadRows) {
          throw new IllegalArgumentException(s"""$problem; onBadRow("divert") sets such rows aside""")
        }
        rejected += 1
      } else if (last != null && Bytes.equals(key, last)) {
        if (!skipsDuplicates) {
          throw new IllegalArgumentException(
            s"two rows have the key ${Bytes.toStringBinary(key)} (expected each key once, as HBase would keep one of " +
              "them; onDuplicateKey(\"keepOne\") keeps any)"
          )
        }
        duplicates += 1
      } else {
        var i = 0
        while (i < order.length) {
          val (column, place) = order(i)
          if (!row.isNullAt(place + 1)) {
            writer.append(key, column.familyBytes, column.qualifierBytes, column.write(row, place + 1))
          }
          i += 1
        }
        count += 1
        last = key
      }
    }
    Written("", count, rejected, duplicates)
  }
}

private[spark] object HFileTask {

  /** Where the driver puts complete files, in a folder of its own: it is there for as long as tasks are to write. */
  def complete(staging: String): Path = new Path(staging, "load")
}
