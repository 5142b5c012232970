package io.rowkey.spark

import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import java.nio.file.{Files, Paths}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import org.apache.hadoop.fs.Path
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.TaskContext
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd, SparkListenerTaskStart}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions._
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.{BeforeEach, Test}
import org.junit.jupiter.api.extension.ExtendWith

/** Loads into a real table, whose rows are read by HBase's own client. */
@ExtendWith(Array(classOf[WithHBase]))
class BulkLoadTest {
  private val rows = java.lang.Long.getLong("rowkey.spark.rows")
  private var web: Web = _

  @BeforeEach
  def take(hbase: LocalHBase): Unit = web = new Web(hbase)

  /** What the command-line tool says of the rows: how many belong to each region. */
  private def routed(frame: DataFrame, splits: Array[Array[Byte]]): Seq[Long] = {
    val folder = Paths.get(System.getProperty("rowkey.spark.folder"))
    val points = folder.resolve("points.txt")
    Files.write(points, splits.map(Bytes.toStringBinary).mkString("", "\n", "\n").getBytes)
    val records = folder.resolve("records.csv")
    val inputs = frame.select(concat(col("host"), lit(","), unix_millis(col("ts")))).collect().map(_.getString(0))
    Files.write(records, inputs.mkString("", "\n", "\n").getBytes)
    val output = folder.resolve("routed.txt")
    val command = Seq(
      "route",
      "--layout",
      Web.Template,
      "--columns",
      "host:text,ts:epoch(ms)",
      "--input",
      "csv",
      "--splits",
      points.toString,
      "--summary",
      "--output-file",
      output.toString,
      "--quiet",
      records.toString
    )
    val process = new ProcessBuilder((System.getProperty("rowkey.tool") +: command): _*).inheritIO().start()
    assertEquals(0, process.waitFor())
    val lines = Files.readAllLines(output).toArray(Array.empty[String]).toSeq
    val rows = lines.head.split("\t").indexOf("rows")
    lines.tail.map(_.split("\t")(rows).toLong)
  }

  @Test
  def everyRowIsInItsRegion(): Unit = {
    val splits = Web.Layout.splits(8) :+ Bytes.toBytes("50")
    val table = web.create(splits)
    val frame = web.rows(rows)
    val result = web.loader(frame, table).load()
    assertEquals(rows, result.rows)
    assertEquals(0, result.splitFiles)
    // A file for each family and region but the empty one.
    assertEquals(16, result.files)
    val expected = routed(frame, splits)
    assertEquals(expected, web.counts(table))
    assertEquals(0L, expected.last)
    assertTrue(expected.max > rows / 2)
    web.assertFetched(frame, table)
    assertEquals(Nil, web.staged)
  }

  @Test
  def largeRegionsArePartedAmongTasks(): Unit = {
    val table = web.create(4)
    val frame = web.rows(rows)
    val result = web.loader(frame, table).rowsPerTask(rows / 10).load()
    assertEquals(rows, result.rows)
    assertEquals(0, result.splitFiles)
    // Half of the rows in one region are five tasks and more, with two families each.
    assertTrue(result.files >= 2 * (5 + 3), s"${result.files} files")
    assertEquals(routed(frame, Web.Layout.splits(4)), web.counts(table))
    web.assertFetched(frame, table)
  }

  @Test
  def noRowsAreNoFiles(): Unit = {
    val table = web.create(3)
    val result = web.loader(web.rows(1000).where("load < 0"), table).load()
    assertEquals((0L, 0), (result.rows, result.files))
    assertEquals(Seq(0L, 0L, 0L), web.counts(table))
  }

  @Test
  def oneRegionIsOneTask(): Unit = {
    val table = web.create(1)
    assertEquals(2, web.loader(web.rows(5000), table).load().files)
    assertEquals(Seq(5000L), web.counts(table))
  }

  @Test
  def duplicatesAreRefusedOrLeftOut(): Unit = {
    val table = web.create(4)
    val frame = web.rows(1000)
    val twice = frame.union(frame.where("load % 10 = 0"))
    val e = assertThrows(classOf[Exception], () => web.loader(twice, table).load())
    assertTrue(e.getMessage.contains("two rows have the key "), e.getMessage)
    assertEquals(Seq(0L, 0L, 0L, 0L), web.counts(table))
    assertEquals(Nil, web.staged)
    val result = web.loader(twice, table).onDuplicateKey("keepOne").load()
    assertEquals((1000L, 100L), (result.rows, result.duplicates))
    assertEquals(1000L, web.counts(table).sum)
    web.assertFetched(frame, table)
  }

  @Test
  def badRowsAreRefusedOrDiverted(): Unit = {
    val table = web.create(4)
    val frame = web.rows(3000)
    val bad = frame
      .withColumn("ts", when(col("load") % 100 === 7, expr("ts + INTERVAL '1' MICROSECOND")).otherwise(col("ts")))
      .withColumn("host", when(col("load") % 100 === 8, lit(null)).otherwise(col("host")))
      .withColumn("level", when(col("load") % 100 === 9, lit(null)).otherwise(col("level")))
      .withColumn("unit", when(col("load") % 100 === 9, lit(null)).otherwise(col("unit")))
      .withColumn("load", when(col("load") % 100 === 9, lit(null)).otherwise(col("load")))
    val e = assertThrows(classOf[Exception], () => web.loader(bad, table).load())
    assertTrue(e.getMessage.contains("no key of " + Web.Template + " for (host = "), e.getMessage)
    assertEquals(0L, web.counts(table).sum)
    val result = web.loader(bad, table).onBadRow("divert").load()
    assertEquals((2910L, 90L), (result.rows, result.rejected))
    assertEquals(2910L, web.counts(table).sum)
    val rejects = result.rejects.collect()
    assertEquals(90, rejects.length)
    val reasons = rejects.map(_.getAs[String]("rowkey_error"))
    assertEquals(30, reasons.count(_.contains("has digits that time(ms) does not keep")))
    assertEquals(30, reasons.count(_.contains("host")))
    assertEquals(30, reasons.count(_ == "every value column is null"))
    web.assertFetched(frame.where("load % 100 NOT IN (7, 8, 9)"), table)
  }

  @Test
  def rowsWithoutValuesAreRefused(): Unit = {
    val table = web.create(2)
    val frame = web.rows(10).withColumn("load", when(col("load") =!= 5, col("load")))
    val load = web.loader(frame, table).valueColumns("load BIGINT m:load")
    val e = assertThrows(classOf[Exception], () => load.load())
    assertTrue(e.getMessage.contains("has no value (expected one"), e.getMessage)
  }

  @Test
  def failedTasksAreTriedAgain(): Unit = {
    val table = web.create(4)
    val frame = web.rows(rows)
    BulkLoadTest.failures.set(0)
    val bad = rows / 2
    val failing = udf { (load: Long) =>
      if (load == bad && TaskContext.get().attemptNumber() == 0) {
        BulkLoadTest.failures.incrementAndGet()
        throw new IllegalStateException("the first attempt fails")
      }
      load
    }
    val result = web.loader(frame.withColumn("load", failing(col("load"))), table).load()
    assertEquals(1, BulkLoadTest.failures.get)
    assertEquals(rows, result.rows)
    assertEquals(routed(frame, Web.Layout.splits(4)), web.counts(table))
  }

  /** Kills the first task that has begun to write files, once. */
  private final class Killer extends SparkListener {
    val killed = new AtomicBoolean
    val tried = new AtomicInteger
    @volatile var left: Seq[String] = Nil

    override def onTaskStart(start: SparkListenerTaskStart): Unit = {
      val id = start.taskInfo.taskId
      val watch = new Thread(() =>
        while (!killed.get && !ended.contains(id)) {
          if (attempts.exists(_.endsWith(s"-$id")) && killed.compareAndSet(false, true)) {
            web.spark.sparkContext.killTaskAttempt(id)
          }
          Thread.sleep(1)
        }
      )
      watch.setDaemon(true)
      watch.start()
    }

    private val ended = java.util.concurrent.ConcurrentHashMap.newKeySet[Long]()

    override def onTaskEnd(end: SparkListenerTaskEnd): Unit = {
      ended.add(end.taskInfo.taskId)
      if (end.taskInfo.killed) {
        left = attempts.filter(_.endsWith(s"-${end.taskInfo.taskId}"))
        tried.incrementAndGet()
      }
    }

    private def attempts: Seq[String] = web.staged.flatMap { load =>
      Option(
        Paths.get(System.getProperty("rowkey.hbase.folder"), "hbase/spark/staging", load).toFile.list
      ).toSeq.flatten
    }
  }

  @Test
  def killedTasksLeaveNothing(): Unit = {
    val table = web.create(2)
    val frame = web.rows(rows)
    val killer = new Killer
    web.spark.sparkContext.addSparkListener(killer)
    val result =
      try web.loader(frame, table).load()
      finally web.spark.sparkContext.removeSparkListener(killer)
    assertTrue(killer.killed.get, "no task was killed")
    assertEquals(1, killer.tried.get, "killed tasks")
    assertEquals(Nil, killer.left, "folders of killed tasks")
    assertEquals((rows, 4), (result.rows, result.files))
    assertEquals(routed(frame, Web.Layout.splits(2)), web.counts(table))
    web.assertFetched(frame, table)
    assertEquals(Nil, web.staged)
  }

  @Test
  def filesThatHBaseDoesNotTakeAreKept(): Unit = {
    val table = web.create(2)
    val frame = web.rows(3000)
    val loader = web.loader(frame, table)
    web.withAdmin(_.disableTable(TableName.valueOf(table)))
    val e = assertThrows(classOf[Exception], () => loader.load())
    val folder = web.staged match {
      case Seq(name) => new Path(web.staging, name)
      case others    => fail(s"staged: $others")
    }
    val message = s"table $table did not take all files in $folder: Table $table is not currently available."
    assertTrue(e.getMessage.startsWith(message), e.getMessage)
    web.withAdmin(_.enableTable(TableName.valueOf(table)))
    assertEquals(4, loader.resume(folder.toString))
    assertEquals(routed(frame, Web.Layout.splits(2)), web.counts(table))
    web.assertFetched(frame, table)
    assertEquals(Nil, web.staged)
  }

  @Test
  def keysSortAsUnsignedBytes(): Unit = {
    val splits = Array(Array[Byte](0x40), Array(0x80.toByte), Array(0xc0.toByte))
    val table = web.create(splits)
    val frame = web.spark.range(-128, 128, 1, 3).selectExpr("CAST(id AS TINYINT) AS c", "id AS load")
    val load = HBaseBulkLoad
      .of(frame)
      .layout("{c:i8}")
      .valueColumns("load BIGINT m:load")
      .table(table)
      .staging(System.getProperty("rowkey.spark.folder") + "/staging")
    val result = web.settings.foldLeft(load) { case (load, (name, value)) => load.option(name, value) }.load()
    assertEquals(256L, result.rows)
    assertEquals(Seq(64L, 64L, 64L, 64L), web.counts(table))
    val read = web.spark.read
      .format("rowkey")
      .option("table", table)
      .option("layout", "{c:i8}")
      .option("keyColumns", "c:i64")
      .option("valueColumns", "load BIGINT m:load")
      .options(web.settings)
      .load()
    assertEquals((-128L until 128L), read.where("c = load").collect().map(_.getLong(0)).toSeq)
    assertEquals(78, read.where("c < -50").count())
  }

  @Test
  def wrongUseIsToldBeforeAnythingIsRead(): Unit = {
    val table = web.create(2)
    val frame = web.rows(10)
    val cases = Seq[(HBaseBulkLoad => HBaseBulkLoad, String)](
      (_.valueColumns("load BIGINT x:load"), "has no family x (expected one of m, n)"),
      (_.valueColumns("load INT m:load"), "is of type BIGINT and not INT"),
      (_.valueColumns(""), "no value columns"),
      (_.valueColumns("load BIGINT m:load, level DOUBLE m:load"), "two value columns are m:load"),
      (_.valueColumns("load"), "expected NAME TYPE FAMILY:QUALIFIER"),
      (_.layout("{md5(host}"), "^"),
      (_.onBadRow("skip"), "expected \"fail\" or \"divert\""),
      (_.rowsPerTask(-1), "expected 0 or more")
    )
    for ((change, message) <- cases) {
      val e = assertThrows(classOf[Exception], () => change(web.loader(frame, table)).load())
      assertTrue(e.getMessage.contains(message), e.getMessage)
    }
  }

  @Test
  def everyTaskHasANumber(): Unit =
    for (tasks <- Seq(1, 2, 7, 1000)) {
      val numbers = RegionTasks.numbers(tasks)
      val placed = web.spark.createDataFrame(numbers.toSeq.map(Tuple1(_))).toDF("n").repartition(tasks, col("n"))
      val found =
        placed.select(spark_partition_id(), col("n")).collect().map(row => row.getInt(0) -> row.getInt(1)).toMap
      assertEquals(numbers.zipWithIndex.map(_.swap).toMap, found)
    }
}

object BulkLoadTest {
  private val failures = new AtomicInteger
}
