package io.rowkey.spark

import io.rowkey.RowKeyException
import io.rowkey.hbase.HFileWriter
import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import java.io.IOException
import java.nio.file.{Files, Paths}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileAlreadyExistsException, Path}
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.TableDescriptorBuilder
import org.apache.hadoop.hbase.tool.BulkLoadHFilesTool
import org.apache.hadoop.util.ToolRunner
import org.apache.spark.SparkContext
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.functions._
import org.apache.spark.util.SerializableConfiguration
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.{BeforeEach, Test}
import org.junit.jupiter.api.extension.ExtendWith

/** HFiles that are written and left where they are, and keys that a frame has already. */
@ExtendWith(Array(classOf[WithHBase]))
class HFilesTest {
  private var hbase: LocalHBase = _
  private var web: Web = _

  @BeforeEach
  def take(started: LocalHBase): Unit = {
    hbase = started
    web = new Web(started)
  }

  private def keyed(frame: DataFrame): DataFrame =
    frame.selectExpr(
      s"rowkey_encode('${Web.Template}', struct(host, ts), '${Web.KeyColumns}') AS `row.key`",
      "load AS `the load, a number`"
    )

  private def loader(frame: DataFrame, table: String): HBaseBulkLoad = {
    val load = HBaseBulkLoad
      .of(frame)
      .rowKey("row.key")
      .valueColumn("the load, a number", "m", "load")
      .table(table)
      .staging(web.staging)
    web.settings.foldLeft(load) { case (load, (name, value)) => load.option(name, value) }
  }

  /** What stands in the folder of this test beside its Parquet files: hidden folders as well. */
  private def left(folder: Path): Seq[String] =
    files.listStatus(folder.getParent).toSeq.map(_.getPath.getName).filter(_.startsWith(".rowkey"))

  private def files = new Path(web.folder).getFileSystem(new Configuration(hbase.settings))

  private def newFolder(table: String): Path = new Path(s"${web.folder}/hfiles-$table")

  @Test
  def hbaseTakesTheFilesThatWereWritten(): Unit = {
    val table = web.create(4)
    val frame = web.rows(5000)
    val folder = newFolder(table)
    val result = web.loader(frame, table).writeHFiles(folder.toString)
    assertEquals((5000L, 8, 0), (result.rows, result.files, result.splitFiles))
    assertEquals(Nil, left(folder))
    assertEquals(Seq("m", "n"), files.listStatus(folder).toSeq.map(_.getPath.getName).sorted)
    assertEquals(0L, web.counts(table).sum)
    // What `hbase completebulkload` runs.
    val settings = new Configuration(hbase.settings)
    assertEquals(0, ToolRunner.run(settings, new BulkLoadHFilesTool(settings), Array(folder.toString, table)))
    web.assertFetched(frame, table)
  }

  @Test
  def keysOfAColumnAreWrittenAsTheyAre(): Unit = {
    val frame = web.rows(5000)
    val expected = web.create(4)
    web.loader(frame, expected).load()
    val table = web.create(4)
    val folder = newFolder(table)
    val written = loader(keyed(frame), table).rowsPerTask(1000).writeHFiles(folder.toString)
    assertEquals(5000L, written.rows)
    HFileWriter.load(hbase.connection, TableName.valueOf(table), folder)
    assertEquals(web.counts(expected), web.counts(table))
    val read = web.reader(table).option("valueColumns", "load BIGINT m:load").load()
    assertEquals(0, read.exceptAll(frame.select("host", "ts", "load")).count())
  }

  @Test
  def keysThatHBaseDoesNotTakeAreRefusedOrDiverted(): Unit = {
    val table = web.create(2)
    val number = "`the load, a number`"
    for (
      (key, message) <- Seq(
        lit(null) -> "the row with (the load, a number = 7) has no key (expected one)",
        lit(Array.emptyByteArray) -> "the key  has 0 bytes (expected 1 to 32767)",
        rpad(lit("x"), 32768, "x").cast("binary") -> s"the key ${"x" * 64} has 32768 bytes (expected 1 to 32767)"
      )
    ) {
      val bad = keyed(web.rows(100)).withColumn("row.key", when(col(number) === 7, key).otherwise(col("`row.key`")))
      val e = assertThrows(classOf[Exception], () => loader(bad, table).load())
      assertTrue(e.getMessage.contains(message), e.getMessage)
      val result = loader(bad, table).onBadRow("divert").load()
      assertEquals((99L, 1L), (result.rows, result.rejected))
      val rejects = result.rejects.collect()
      assertEquals(Seq(7L), rejects.toSeq.map(_.getAs[Long]("the load, a number")))
      val reason = rejects.head.getAs[String]("rowkey_error")
      assertTrue(reason == "column row.key is null" || message.endsWith(reason.stripPrefix("the key ")), reason)
    }
  }

  @Test
  def noTaskHasMoreRowsThanItIsTold(): Unit = {
    val table = web.create(4)
    val frame = web.rows(20000)
    val folder = newFolder(table)
    web.loader(frame, table).rowsPerTask(2000).writeHFiles(folder.toString)
    val rows = web.entries(folder)("m")
    assertEquals(20000L, rows.sum)
    assertTrue(rows.max <= 2000 * 1.01, s"${rows.max} rows in a file")
    // Five tasks for the large region, and no more than two cut ones for each of the others.
    assertTrue(rows.size <= 10 + 4, s"${rows.size} files")
    // More tasks than HBase takes files of a region are put together.
    val few = newFolder(s"$table-few")
    val most = "hbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily"
    web.loader(frame, table).rowsPerTask(100).option(most, "3").writeHFiles(few.toString)
    assertEquals(4 * 3, web.entries(few)("m").size)
    // One key for all rows cannot be parted.
    val same = keyed(frame).withColumn("row.key", lit("a").cast("binary"))
    val one = newFolder(s"$table-one")
    loader(same, table).rowsPerTask(100).onDuplicateKey("keepOne").writeHFiles(one.toString)
    assertEquals(Map("m" -> Seq(1L)), web.entries(one))
  }

  @Test
  def tablesAreSplitAsTheirRowsAre(): Unit = {
    val frame = web.rows(20000)
    val descriptor = web.descriptor()
    // Half of the rows have one of 16 salts.
    val load = web.loader(frame, "none").createTable(descriptor, 40)
    val table = descriptor.getTableName.getNameAsString
    assertEquals(20000L, load.load().rows)
    val counts = web.counts(table)
    assertEquals(40, counts.size)
    assertTrue(counts.max <= 500 * 1.05 && counts.min >= 500 * 0.95, counts.toString)
    web.assertFetched(frame, table)
    val splits = loader(keyed(frame), table).splits(40)
    assertEquals(39, splits.length)
    assertEquals(0, loader(keyed(frame), table).splits(1).length)
    val few = assertThrows(classOf[RowKeyException], () => loader(keyed(frame.limit(3)), table).splits(4))
    assertTrue(few.getMessage.contains("3"), few.getMessage)
    assertThrows(classOf[RowKeyException], () => loader(keyed(frame.where("load < 0")), table).splits(2))
  }

  @Test
  def noRowsAreAnEmptyFolder(): Unit = {
    val table = web.create(2)
    val folder = newFolder(table)
    val result = web.loader(web.rows(10).where("load < 0"), table).writeHFiles(folder.toString)
    assertEquals((0L, 0), (result.rows, result.files))
    assertEquals(0, files.listStatus(folder).length)
  }

  @Test
  def failuresLeaveNoFolder(): Unit = {
    val table = web.create(2)
    val folder = newFolder(table)
    val frame = web.rows(1000)
    assertThrows(
      classOf[Exception],
      () => web.loader(frame.union(frame), table).writeHFiles(folder.toString)
    )
    assertFalse(files.exists(folder))
    // Other tasks of the job may still run.
    hbase.await("no folder is left", () => left(folder).isEmpty)
  }

  /** Spark ends a job without waiting for its tasks. */
  @Test
  def tasksThatOutliveTheirLoadLeaveNothing(): Unit = {
    val table = TableDescriptorBuilder.toByteArray(web.descriptor())
    val settings = new SerializableConfiguration(new Configuration(hbase.settings))
    val cells = ValueColumn.parse("load BIGINT m:load")
    for (keys <- Seq(Seq("a", "b"), Seq("a", "a")); isOver <- Seq(false, true)) {
      val staging = new Path(s"${web.folder}/late-$isOver-${keys.last}")
      files.mkdirs(HFileTask.complete(staging.toString))
      val task =
        new HFileTask(settings, table, Array.empty, Array(null), staging.toString, cells, false, false)
      def run(): Unit = HFilesTest.write(web.spark.sparkContext, task, settings, staging.toString, keys, isOver)
      if (keys.distinct == keys) run() else assertThrows(classOf[Exception], () => run())
      assertEquals(!isOver, files.exists(staging), s"$staging of $keys")
      files.delete(staging, true)
    }
  }

  @Test
  def completeFilesThatCannotBeMovedAreKept(): Unit = {
    val table = web.create(2)
    val folder = newFolder(table)
    val frame = web.rows(1000)
    val taken = folder.toUri.getPath
    val taking = udf { (load: Long) =>
      Files.createDirectories(Paths.get(taken))
      load
    }
    val loader = web.loader(frame.withColumn("load", taking(col("load"))), table)
    val e = assertThrows(classOf[IOException], () => loader.writeHFiles(folder.toString))
    assertEquals(1, left(folder).size)
    val kept = new Path(folder.getParent, s"${left(folder).head}/load")
    assertTrue(e.getMessage.contains(s"complete in ${files.makeQualified(kept)}, and stay"), e.getMessage)
    assertEquals(4, web.loader(frame, table).resume(kept.toString))
    web.assertFetched(frame, table)
    files.delete(kept.getParent, true)
  }

  @Test
  def wrongUseIsTold(): Unit = {
    val table = web.create(2)
    val frame = keyed(web.rows(10))
    val there = newFolder(table)
    files.mkdirs(there)
    val exists =
      assertThrows(classOf[FileAlreadyExistsException], () => loader(frame, table).writeHFiles(there.toString))
    assertTrue(exists.getMessage.contains("expected a new folder for HFiles"), exists.getMessage)
    val cases = Seq[(HBaseBulkLoad => HBaseBulkLoad, String)](
      (_.rowKey("the load, a number"), "is of type BIGINT (expected keys, which are BINARY)"),
      (_.layout("{load}"), "both layout and rowKey"),
      (_.valueColumn("row.key", "m", "key").valueColumn("row.key", "m", "key"), "two value columns are m:key")
    )
    for ((change, message) <- cases) {
      val e = assertThrows(classOf[Exception], () => change(loader(frame, table)).load())
      assertTrue(e.getMessage.contains(message), e.getMessage)
    }
    val arrays = HBaseBulkLoad.of(frame.withColumn("a", array(lit(1))))
    val e = assertThrows(classOf[IllegalArgumentException], () => arrays.valueColumn("a", "m", "a"))
    assertTrue(e.getMessage.contains("is of type ARRAY<INT> (expected one of BIGINT"), e.getMessage)
    val none = assertThrows(classOf[IllegalStateException], () => HBaseBulkLoad.of(frame).table(table).load())
    assertTrue(none.getMessage.contains("no staging"), none.getMessage)
  }
}

object HFilesTest {

  /** A task with these rows, at the first of which the load is over, if so. */
  private def write(
      spark: SparkContext,
      task: HFileTask,
      settings: SerializableConfiguration,
      staging: String,
      keys: Seq[String],
      isOver: Boolean
  ): Unit = {
    val written = spark.parallelize(keys, 1).mapPartitions { keys =>
      val rows = keys.zipWithIndex.map { case (key, i) =>
        if (isOver && i == 0) {
          val folder = new Path(staging)
          folder.getFileSystem(settings.value).delete(folder, true)
        }
        InternalRow(key.getBytes, 5L)
      }
      Iterator.single(task.write(rows).rows)
    }
    assertEquals(Seq(keys.size.toLong), written.collect().toSeq)
  }
}
