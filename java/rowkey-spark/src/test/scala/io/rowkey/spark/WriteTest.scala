package io.rowkey.spark

import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit.SECONDS
import org.apache.hadoop.hbase.client.Scan
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.execution.datasources.v2.V2TableWriteExec
import org.apache.spark.sql.functions._
import org.apache.spark.sql.util.QueryExecutionListener
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.{BeforeEach, Test}
import org.junit.jupiter.api.extension.ExtendWith

/** Frames that are appended to a real table, which HBase's own client reads. */
@ExtendWith(Array(classOf[WithHBase]))
class WriteTest {
  private var web: Web = _

  @BeforeEach
  def take(hbase: LocalHBase): Unit = web = new Web(hbase)

  private def messageOf(run: () => Unit): String = {
    val e = assertThrows(classOf[Exception], () => run())
    Iterator.iterate[Throwable](e)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("; ")
  }

  @Test
  def putsAreTheRowsOfTheFrame(): Unit = {
    val table = web.create(8)
    val frame = web.rows(20000)
    web.writer(frame, table).save()
    assertEquals(20000L, web.counts(table).sum)
    web.assertFetched(frame, table)
    val read = web.reader(table).load()
    assertEquals(0, frame.select(read.columns.map(col).toIndexedSeq: _*).exceptAll(read).count())
    // A null writes no cell and takes none away; the order and the letters of columns do not matter.
    web
      .writer(
        frame.where("load < 100").selectExpr("level", "CAST(NULL AS STRING) AS unit", "load", "ts AS TS", "host"),
        table
      )
      .save()
    web.assertFetched(frame, table)
  }

  @Test
  def bulkLoadsAreTheRowsOfTheFrame(): Unit = {
    val table = web.create(8)
    val frame = web.rows(5000)
    val writer = () => web.writer(frame, table).option("write", "bulk-load")
    assertTrue(messageOf(() => writer().save()).contains("no option staging (expected a folder for HFiles"))
    writer().option("staging", web.staging).option("rowsPerTask", "1000").save()
    assertEquals(5000L, web.counts(table).sum)
    web.assertFetched(frame, table)
    assertEquals(Nil, web.staged)
    val twice = web.writer(frame.union(frame), table).option("write", "bulk-load").option("staging", web.staging)
    assertTrue(messageOf(() => twice.save()).contains("two rows have the key "))
    twice.option("onDuplicateKey", "keepOne").save()
    assertEquals(5000L, web.counts(table).sum)
  }

  @Test
  def otherModesAreRefused(): Unit = {
    val table = web.create(2)
    val frame = web.rows(10)
    for (write <- Seq("puts", "bulk-load")) {
      val writer = () => web.writer(frame, table).option("write", write).option("staging", web.staging)
      for (mode <- Seq("errorifexists", "ignore")) {
        val message = messageOf(() => writer().mode(mode).save())
        assertTrue(message.contains("rowkey") && message.contains("Append"), message)
      }
      val message = messageOf(() => writer().mode("overwrite").save())
      assertTrue(message.contains(s"rowkey $table as ") && message.contains("truncate"), message)
    }
    assertEquals(0L, web.counts(table).sum)
  }

  /** Before there are tasks. */
  @Test
  def framesThatDoNotFitAreRefused(): Unit = {
    val table = web.create(2)
    val frame = web.rows(10)
    val cases = Seq[(DataFrame, Map[String, String], String)](
      (frame.drop("host"), Map.empty, "host"),
      (frame.drop("load"), Map.empty, "the frame has no column load, which valueColumns names"),
      (
        frame.withColumn("more", lit(1)),
        Map.empty,
        s"column more goes neither into the key of ${Web.Template} nor into a cell (expected host, ts, load, unit, level)"
      ),
      (
        frame.withColumn("load", col("load").cast("int")),
        Map.empty,
        "column load is of type INT and not BIGINT (expected a cast in the frame)"
      ),
      (frame.withColumn("ts", array(lit(1))), Map.empty, "column ts"),
      (frame, Map("valueColumns" -> ""), "no value columns"),
      (
        frame.drop("unit", "level"),
        Map("valueColumns" -> "load BIGINT z:load"),
        s"table $table has no family z (expected one of m, n)"
      ),
      (frame.drop("ts"), Map("layout" -> "{random():08x}{host}", "keyColumns" -> "host:text"), "would make other keys"),
      (frame, Map("write" -> "fast"), """write is "fast" (expected "puts" or "bulk-load")"""),
      (
        frame,
        Map("timestampColumn" -> "unit"),
        "the timestampColumn unit is of type STRING (expected TIMESTAMP, or BIGINT"
      ),
      (
        frame.withColumn("at", lit(1L)),
        Map("timestampColumn" -> "at", "write" -> "bulk-load", "staging" -> web.staging),
        "timestampColumn with a bulk load"
      )
    )
    for ((wrong, options, expected) <- cases) {
      val message = messageOf(() => web.writer(wrong, table).options(options).save())
      assertTrue(message.contains(expected), s"$message, expected $expected")
    }
    assertEquals(0L, web.counts(table).sum)
  }

  @Test
  def badRowsAreNamed(): Unit = {
    val table = web.create(2)
    val frame = web.rows(100)
    def at5(column: String, value: String) = frame.withColumn(column, expr(s"if(load = 5, $value, $column)"))
    val cases = Seq[(DataFrame, String)](
      at5("ts", "ts + INTERVAL '1' MICROSECOND") -> "(host = web-7, ts = 2023-11-14T22:13:21.250001Z): ",
      at5("host", "NULL") -> "(host = null, ts = 2023-11-14T22:13:21.250Z): ",
      at5("host", "repeat('x', 40000)") -> " bytes (expected 1 to 32767)",
      at5("unit", "repeat('x', 10485760)") -> " bytes (expected at most 10485760, by hbase.client.keyvalue.maxsize)",
      frame.selectExpr(
        "host",
        "ts",
        "if(load = 5, NULL, load) AS load",
        "CAST(NULL AS STRING) AS unit",
        "CAST(NULL AS DOUBLE) AS level"
      ) ->
        " has no value (expected one"
    )
    for ((bad, expected) <- cases) {
      val message = messageOf(() => web.writer(bad, table).save())
      assertTrue(message.contains(expected), s"$message, expected $expected")
    }
  }

  /** Two writes of the same rows at the same time are one version of each cell. */
  @Test
  def cellsHaveTheTimesOfAColumn(): Unit = {
    val table = web.create(2)
    val frame = web.rows(100)
    for (at <- Seq("timestamp_millis(1700000000123)", "1700000000123L")) {
      web.writer(frame.withColumn("at", expr(at)), table).option("timestampColumn", "at").save()
    }
    val times = web.withTable(table) { table =>
      val rows = table.getScanner(new Scan().readAllVersions().setRaw(true).addFamily(Bytes.toBytes("m")))
      try Iterator.continually(rows.next()).takeWhile(_ != null).flatMap(_.rawCells).map(_.getTimestamp).toSeq
      finally rows.close()
    }
    assertEquals(Seq.fill(100)(1700000000123L), times)
    web.assertFetched(frame, table)
    // A column of the key may be the time, too.
    web.writer(frame.where("load = 7").withColumn("load", lit(8L)), table).option("timestampColumn", "ts").save()
    val found = web.reader(table).load().where("host = 'web-9'").selectExpr("load").collect().map(_.getLong(0)).toSeq
    assertEquals(Seq(8L), found)
    val wrong = Seq(
      "CAST(NULL AS BIGINT)" -> "has the time null (expected",
      "-1L" -> "has the time -1 (expected",
      "timestamp_micros(1)" -> "has the time 1970-01-01T00:00:00.000001Z (expected"
    )
    for ((at, expected) <- wrong) {
      val writer = web.writer(frame.withColumn("at", expr(at)), table).option("timestampColumn", "at")
      val message = messageOf(() => writer.save())
      assertTrue(message.contains(expected), message)
    }
  }

  @Test
  def keysAreCountedInTheUi(): Unit = {
    val table = web.create(2)
    val counts = new LinkedBlockingQueue[Long]
    val listener = new QueryExecutionListener {
      override def onSuccess(name: String, query: QueryExecution, nanos: Long): Unit =
        query.executedPlan.foreach {
          case write: V2TableWriteExec => counts.add(write.metrics("keysWritten").value)
          case _                       =>
        }
      override def onFailure(name: String, query: QueryExecution, e: Exception): Unit = ()
    }
    web.spark.listenerManager.register(listener)
    try {
      web.writer(web.rows(1000), table).save()
      assertEquals(1000L, counts.poll(30, SECONDS))
    } finally web.spark.listenerManager.unregister(listener)
  }
}
