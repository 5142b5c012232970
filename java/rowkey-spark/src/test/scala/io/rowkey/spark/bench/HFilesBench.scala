package io.rowkey.spark.bench

import io.rowkey.{RowKeyLayout, Schema}
import io.rowkey.hbase.testing.LocalHBase
import io.rowkey.spark.{HBaseBulkLoad, LocalSpark, RegionTasks}
import java.nio.file.{Files, Paths}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.hbase.{KeyValue, TableName}
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, ConnectionFactory, Put, TableDescriptorBuilder}
import org.apache.hadoop.hbase.io.ImmutableBytesWritable
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2
import org.apache.hadoop.hbase.tool.BulkLoadHFiles
import org.apache.hadoop.hbase.util.Bytes
import org.apache.hadoop.mapreduce.Job
import org.apache.spark.Partitioner
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.streaming.{DataStreamWriter, Trigger}
import org.apache.spark.util.SerializableConfiguration
import scala.collection.mutable.ArrayBuffer

/**
 * How long it takes to bring a Parquet file into a table of HBase, by `HBaseBulkLoad` and by a job as people write it, with
 * `HFileOutputFormat2`, `repartitionAndSortWithinPartitions` and tuned keys, in turns; and the same by puts, of the source
 * `rowkey` and of a `BufferedMutator`, as a frame and as a stream of one batch.
 */
object HFilesBench {
  import Workload._

  private val Family = Bytes.toBytes("m")
  private val Qualifier = Bytes.toBytes("id")

  /** Arguments: a folder, the number of rows, of rounds, of regions and of cores. */
  def main(arguments: Array[String]): Unit = {
    val folder = arguments(0)
    val rows = arguments(1).toLong
    val rounds = arguments(2)
    val regions = arguments(3)
    val cores = arguments(4)
    val spark = LocalSpark.builder(s"local[$cores]").getOrCreate()
    val hbase = LocalHBase.start(Paths.get(folder), 1)
    try {
      val place = s"$folder/ids-$rows.parquet"
      spark.range(0, rows, 1, 8).write.mode("overwrite").parquet(place)
      val ids = spark.read.parquet(place)
      val splits = RowKeyLayout.compile(Template, Schema.parse("id:i64")).splits(regions.toInt)
      val ways = Seq[(String, String => Unit)](
        "HBaseBulkLoad" -> (table => load(ids, hbase, table).load()),
        "HBaseBulkLoad, files alone" -> (table => write(ids, hbase, table)),
        "HFileOutputFormat2, tuned keys" -> (table => byHand(ids, hbase, table, splits)),
        "puts of the source rowkey" -> (table => put(ids, hbase, table)),
        "BufferedMutator, tuned keys" -> (table => putByHand(ids, hbase, table)),
        "stream into the source rowkey" -> (table =>
          stream(ids, place, folder) { writer =>
            options(hbase, table).foldLeft(writer.format("rowkey")) { case (all, (name, value)) =>
              all.option(name, value)
            }
          }
        ),
        "stream into foreachBatch, BufferedMutator" -> (table =>
          stream(ids, place, folder) { writer =>
            writer.foreachBatch((batch: DataFrame, _: Long) => putByHand(batch, hbase, table))
          }
        )
      )
      val heaps = ways.map(_ => new ArrayBuffer[Long])
      val times = (0 to rounds.toInt).map(round =>
        ways.indices.map { i =>
          val table = s"bench-$round-$i"
          create(hbase, table, splits)
          Heap.reset()
          val time = seconds(ways(i)._2(table))
          heaps(i) += Heap.peak
          drop(hbase, table)
          time
        }
      )
      println(
        f"${s"$rows rows into $regions regions, local[$cores]"}%-46s ${"s"}%8s ${"rows/s"}%12s ${"MB of heap at most"}%20s"
      )
      for (((name, _), i) <- ways.zipWithIndex) {
        val time = best(times.tail.map(_(i)))
        println(f"$name%-46s $time%8.2f ${rows / time}%12.0f ${heaps(i).max >> 20}%20d")
      }
    } finally {
      spark.stop()
      hbase.close()
    }
  }

  private def create(hbase: LocalHBase, name: String, splits: Array[Array[Byte]]): Unit = {
    val table = TableDescriptorBuilder
      .newBuilder(TableName.valueOf(name))
      .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Family))
      .build()
    val admin = hbase.connection.getAdmin
    try admin.createTable(table, splits)
    finally admin.close()
  }

  private def drop(hbase: LocalHBase, name: String): Unit = {
    val admin = hbase.connection.getAdmin
    try {
      admin.disableTable(TableName.valueOf(name))
      admin.deleteTable(TableName.valueOf(name))
    } finally admin.close()
  }

  private def load(ids: DataFrame, hbase: LocalHBase, table: String): HBaseBulkLoad = {
    val load = HBaseBulkLoad
      .of(ids)
      .layout(Template)
      .valueColumns("id BIGINT m:id")
      .table(table)
      .staging(hbase.folder.resolve("staging").toUri.toString)
    hbase.settings.forEach(entry => load.option(entry.getKey, entry.getValue))
    load
  }

  private def write(ids: DataFrame, hbase: LocalHBase, table: String): Unit = {
    val folder = new Path(hbase.folder.resolve(s"files-$table").toUri)
    load(ids, hbase, table).writeHFiles(folder.toString)
    folder.getFileSystem(hbase.settings).delete(folder, true)
  }

  private def options(hbase: LocalHBase, table: String): Map[String, String] = {
    val found = Map.newBuilder[String, String]
    hbase.settings.forEach(entry => found += entry.getKey -> entry.getValue)
    found ++= Seq("table" -> table, "layout" -> Template, "valueColumns" -> "id BIGINT m:id")
    found.result()
  }

  private def put(ids: DataFrame, hbase: LocalHBase, table: String): Unit =
    ids.write.format("rowkey").mode("append").options(options(hbase, table)).save()

  /** All files in one batch. */
  private def stream(ids: DataFrame, place: String, folder: String)(
      to: DataStreamWriter[Row] => DataStreamWriter[Row]
  ): Unit =
    to(ids.sparkSession.readStream.schema(ids.schema).parquet(place).writeStream)
      .option("checkpointLocation", Files.createTempDirectory(Paths.get(folder), "checkpoint").toString)
      .trigger(Trigger.AvailableNow())
      .start()
      .awaitTermination()

  private def putByHand(ids: DataFrame, hbase: LocalHBase, name: String): Unit = {
    val settings = new SerializableConfiguration(new Configuration(hbase.settings))
    ids.queryExecution.toRdd.foreachPartition { rows =>
      val connection = ConnectionFactory.createConnection(settings.value)
      try {
        val mutator = connection.getBufferedMutator(TableName.valueOf(name))
        rows.foreach { row =>
          val id = row.getLong(0)
          mutator.mutate(new Put(TunedKeys.get.key(id)).addColumn(Family, Qualifier, Bytes.toBytes(id)))
        }
        mutator.close()
      } finally connection.close()
    }
  }

  private final class Regions(starts: Array[Array[Byte]]) extends Partitioner {
    override def numPartitions: Int = starts.length
    override def getPartition(key: Any): Int = {
      val place = java.util.Arrays.binarySearch(starts, key.asInstanceOf[Array[Byte]], Bytes.BYTES_COMPARATOR)
      if (place >= 0) place else -place - 2
    }
  }

  private def byHand(ids: DataFrame, hbase: LocalHBase, name: String, splits: Array[Array[Byte]]): Unit = {
    implicit val order: Ordering[Array[Byte]] = RegionTasks.Order
    val settings = new Configuration(hbase.settings)
    val table = hbase.connection.getTable(TableName.valueOf(name))
    val locator = hbase.connection.getRegionLocator(table.getName)
    val job = Job.getInstance(settings)
    HFileOutputFormat2.configureIncrementalLoad(job, table, locator)
    val folder = new Path(hbase.folder.resolve(s"by-hand-$name").toUri)
    ids.queryExecution.toRdd
      .map { row =>
        val id = row.getLong(0)
        TunedKeys.get.key(id) -> id
      }
      .repartitionAndSortWithinPartitions(new Regions(Array.emptyByteArray +: splits))
      .map { case (key, id) =>
        new ImmutableBytesWritable(key) -> new KeyValue(key, Family, Qualifier, Bytes.toBytes(id))
      }
      .saveAsNewAPIHadoopFile(
        folder.toString,
        classOf[ImmutableBytesWritable],
        classOf[KeyValue],
        classOf[HFileOutputFormat2],
        job.getConfiguration
      )
    BulkLoadHFiles.create(settings).bulkLoad(table.getName, folder)
    folder.getFileSystem(settings).delete(folder, true)
    locator.close()
    table.close()
  }
}
