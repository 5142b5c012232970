package io.rowkey.spark

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.ConnectionFactory
import org.apache.spark.sql.connector.metric.CustomMetric
import org.apache.spark.sql.connector.write._
import org.apache.spark.sql.connector.write.streaming.{StreamingDataWriterFactory, StreamingWrite}
import org.apache.spark.sql.internal.connector.SupportsStreamingUpdateAsAppend
import org.apache.spark.sql.sources.InsertableRelation
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/** Checks a frame before there are tasks. Changed rows of a stream are put over those with their keys. */
private[spark] final class RowKeyWriteBuilder(options: TableOptions, frame: StructType)
    extends WriteBuilder
    with SupportsStreamingUpdateAsAppend {
  override def build(): Write = {
    val columns = new WriteColumns(options, frame)
    if (options.bulkLoads) new BulkLoadWrite(options, columns) else new PutsWrite(options, columns)
  }
}

/**
 * A frame, or a batch of a stream, that becomes puts. HBase has no transactions of several rows: what tasks have put is there
 * whatever becomes of the others, and a task, or batch, that is tried again puts the same rows again.
 */
private final class PutsWrite(options: TableOptions, columns: WriteColumns)
    extends Write
    with BatchWrite
    with StreamingWrite {
  override def description(): String = s"puts into ${options.table} as ${options.template}"
  override def supportedCustomMetrics(): Array[CustomMetric] = Array(new KeysWritten)
  override def toBatch(): BatchWrite = this
  override def toStreaming(): StreamingWrite = this
  override def useCommitCoordinator(): Boolean = true

  override def createBatchWriterFactory(unused: PhysicalWriteInfo): DataWriterFactory = factory()
  override def createStreamingWriterFactory(unused: PhysicalWriteInfo): StreamingDataWriterFactory = factory()

  private def factory(): RowKeyWriterFactory = {
    val settings = options.configuration
    Resources.use(ConnectionFactory.createConnection(settings)) { connection =>
      Resources.use(connection.getTable(TableName.valueOf(options.table))) { table =>
        RowCells.checkFamilies(table.getDescriptor, columns.cells)
      }
    }
    new RowKeyWriterFactory(new SerializableConfiguration(settings), options.table, columns)
  }

  override def commit(messages: Array[WriterCommitMessage]): Unit = ()
  override def abort(messages: Array[WriterCommitMessage]): Unit = ()
  override def commit(epoch: Long, messages: Array[WriterCommitMessage]): Unit = ()
  override def abort(epoch: Long, messages: Array[WriterCommitMessage]): Unit = ()
}

/** A frame that becomes HFiles. */
private final class BulkLoadWrite(options: TableOptions, columns: WriteColumns) extends V1Write {
  private val staging = options.staging
  if (columns.time.isDefined) {
    throw new IllegalArgumentException("timestampColumn with a bulk load (expected puts, which give cells their times)")
  }

  override def description(): String = s"bulk load into ${options.table} as ${options.template}"

  override def toInsertableRelation(): InsertableRelation = (frame, _) => {
    val load = HBaseBulkLoad
      .of(frame)
      .layout(options.template)
      .table(options.table)
      .valueColumns(options.valueColumns)
      .staging(staging)
      .rowsPerTask(options.rowsPerTask)
    options.keyColumns.foreach(load.keyColumns)
    options.onDuplicateKey.foreach(load.onDuplicateKey)
    options.settings.foreach { case (name, value) => load.option(name, value) }
    load.load()
  }

  override def toStreaming(): StreamingWrite =
    throw new IllegalArgumentException("a stream of bulk loads (expected puts, or foreachBatch)")
}
