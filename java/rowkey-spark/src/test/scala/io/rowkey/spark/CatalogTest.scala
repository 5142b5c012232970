package io.rowkey.spark

import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import org.apache.hadoop.hbase.client.{Put, Scan}
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.{CreateTableWriter, DataFrame}
import org.apache.spark.sql.functions.lit
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.{AfterEach, BeforeEach, Test}
import org.junit.jupiter.api.extension.ExtendWith

/** Tables of the catalog of Spark that are tables of HBase. */
@ExtendWith(Array(classOf[WithHBase]))
class CatalogTest {
  private var web: Web = _

  @BeforeEach
  def take(hbase: LocalHBase): Unit = web = new Web(hbase)

  @AfterEach
  def clear(): Unit = Seq("made", "other").foreach(name => web.spark.sql(s"DROP TABLE IF EXISTS $name"))

  private def messageOf(run: () => Unit): String = {
    val e = assertThrows(classOf[Exception], () => run())
    Iterator.iterate[Throwable](e)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("; ")
  }

  private def create(name: String, table: String, columns: String = ""): Unit = {
    web.spark.sql(s"DROP TABLE IF EXISTS $name")
    web.spark.sql(s"CREATE TABLE $name $columns USING rowkey OPTIONS (${web.sqlOptions(table)})")
  }

  @Test
  def tablesOfTheCatalogAreThereInANewSession(): Unit = {
    val table = web.create(4)
    val frame = web.rows(1000)
    frame.createOrReplaceGlobalTempView("web_rows")
    create("declared", table, "(host STRING, ts TIMESTAMP, load BIGINT, unit STRING, level DOUBLE)")
    create("inferred", table)
    val session = web.spark.newSession()
    session.sql("INSERT INTO declared SELECT * FROM global_temp.web_rows WHERE load < 500")
    session.sql("INSERT INTO inferred SELECT host, ts, load, unit, level FROM global_temp.web_rows WHERE load >= 500")
    assertEquals(1000L, web.counts(table).sum)
    web.assertFetched(frame, table)
    for (name <- Seq("declared", "inferred")) {
      val found = session.sql(s"SELECT * FROM $name WHERE host = 'web-1'")
      assertEquals(Seq("host", "ts", "load", "unit", "level"), found.columns.toSeq)
      assertEquals(500L, found.count())
      val plan = found.queryExecution.executedPlan.toString
      assertTrue(plan.contains("ranges: 1, partitions: 1 of 4 regions"), plan)
      assertEquals(
        1000L,
        session.sql(s"SELECT a.load FROM $name a JOIN $name b ON a.host = b.host AND a.ts = b.ts").count()
      )
    }
    session.sql(
      "INSERT INTO declared (load, host, ts, unit, level) VALUES (7, 'web-1', TIMESTAMP'2020-01-01T00:00:00Z', NULL, NULL)"
    )
    assertEquals(1001L, session.table("inferred").count())
    frame.where("load < 10").write.insertInto("declared")
    val messages = Seq(
      "INSERT INTO declared VALUES (1, 2)" -> "declared|rowkey",
      "INSERT OVERWRITE declared SELECT * FROM global_temp.web_rows" -> "overwrite|truncate|OVERWRITE",
      "INSERT INTO declared SELECT host, load, load, unit, level FROM global_temp.web_rows" -> "ts"
    )
    for ((statement, expected) <- messages) {
      val message = messageOf(() => session.sql(statement))
      assertTrue(expected.split('|').exists(message.contains(_)), message)
    }
    assertEquals(1001L, web.counts(table).sum)
    Seq("declared", "inferred").foreach(name => session.sql(s"DROP TABLE $name"))
    assertEquals(1001L, web.counts(table).sum)
  }

  @Test
  def viewsAreReadAndWritten(): Unit = {
    val table = web.create(4)
    web.spark.sql(s"CREATE OR REPLACE TEMPORARY VIEW a_view USING rowkey OPTIONS (${web.sqlOptions(table)})")
    web.rows(100).createOrReplaceTempView("some_rows")
    web.spark.sql("INSERT INTO a_view SELECT * FROM some_rows")
    assertEquals(100L, web.spark.table("a_view").count())
  }

  /** Its own catalog has no tables but those of files for a part of what is asked of it. */
  private def isSpark3: Boolean = SPARK_VERSION.startsWith("3.")

  private def isThere(name: String): Boolean = web.spark.newSession().catalog.tableExists(name)

  private def select(frame: DataFrame, table: String, replaces: String = ""): Unit = {
    frame.createOrReplaceTempView("rows_of_a_frame")
    web.spark.sql(
      s"CREATE $replaces TABLE made USING rowkey OPTIONS (${web.sqlOptions(table)}) AS SELECT * FROM rows_of_a_frame"
    )
  }

  private def writeTo(frame: DataFrame, table: String): CreateTableWriter[_] =
    web.options(table).foldLeft[CreateTableWriter[_]](frame.writeTo("made").using("rowkey")) {
      case (writer, (name, value)) => writer.option(name, value)
    }

  private val ways = Seq[(String, (DataFrame, String) => Unit)](
    "AS SELECT" -> (select(_, _)),
    "saveAsTable" -> ((frame, table) => web.writer(frame, table).mode("errorifexists").saveAsTable("made")),
    "saveAsTable, append" -> ((frame, table) => web.writer(frame, table).saveAsTable("made")),
    "writeTo" -> ((frame, table) => writeTo(frame, table).create())
  )

  /** The options of the frame are those of the table. */
  @Test
  def framesMakeTables(): Unit = {
    val frame = web.rows(1000)
    for ((way, make) <- ways) {
      val table = web.create(4)
      make(frame.where("load < 700"), table)
      assertEquals(700L, web.counts(table).sum, way)
      val session = web.spark.newSession()
      val found = session.sql("SELECT * FROM made WHERE host = 'web-1'")
      assertEquals(350L, found.count(), way)
      val plan = found.queryExecution.executedPlan.toString
      assertTrue(plan.contains("ranges: 1, partitions: 1 of 4 regions"), plan)
      // Columns are found by their names.
      val more = frame.select("level", "unit", "load", "ts", "host")
      more.where("load >= 700 AND load < 800").write.format("rowkey").mode("append").saveAsTable("made")
      assertEquals(800L, web.counts(table).sum, way)
      if (isSpark3) frame.where("load >= 800").write.insertInto("made")
      else more.where("load >= 800").writeTo("made").append()
      assertEquals(1000L, session.table("made").count(), way)
      web.assertFetched(frame, table)
      clear()
    }
  }

  @Test
  def aTableThatIsThereStaysAsItIs(): Unit = {
    val table = web.create(2)
    val frame = web.rows(10)
    create("made", table)
    for ((way, make) <- ways if way != "saveAsTable, append") {
      assertTrue(messageOf(() => make(frame, table)).contains("already exists"), way)
    }
    web.writer(frame, table).mode("ignore").saveAsTable("made")
    assertEquals(0L, web.counts(table).sum)
    val expected = if (isSpark3) "Cannot write into v1 table" else "truncate"
    assertTrue(messageOf(() => frame.writeTo("made").overwrite(lit(true))).contains(expected))
    assertTrue(isThere("made"))
  }

  /** Before Spark drops what is to be replaced. */
  @Test
  def tablesAreNotReplaced(): Unit = {
    val table = web.create(2)
    val frame = web.rows(10)
    create("made", table)
    val overwritten = web.writer(frame, table).mode("overwrite")
    val all = Seq[() => Unit](
      () => select(frame, table, "OR REPLACE"),
      () => writeTo(frame, table).createOrReplace(),
      () => writeTo(frame, table).replace()
    ) ++ Some(() => overwritten.saveAsTable("made")).filterNot(_ => isSpark3)
    for (replace <- all) {
      val message = messageOf(replace)
      assertTrue(message.contains("the table made is not replaced"), message)
      assertTrue(isThere("made"))
    }
    // Spark 3.5 drops it before anybody is asked.
    if (isSpark3) {
      val message = messageOf(() => overwritten.saveAsTable("made"))
      assertTrue(message.contains("the table made is not replaced"), message)
      assertFalse(isThere("made"))
    }
    assertEquals(0L, web.counts(table).sum)
  }

  @Test
  def aFrameThatDoesNotFitMakesNoTable(): Unit = {
    val table = web.create(2)
    for ((way, make) <- ways) {
      val message = messageOf(() => make(web.rows(10).drop("load"), table))
      assertTrue(message.contains("the frame has no column load"), s"$way: $message")
      assertFalse(isThere("made"), way)
    }
  }

  /** They go before those of the table. */
  @Test
  def optionsOfAQueryCount(): Unit = {
    val table = web.create(2)
    val frame = web.rows(100)
    create("made", table)
    web.writer(frame, table).save()
    web.withTable(table)(
      _.put(new Put(Bytes.toBytes("x")).addColumn(Bytes.toBytes("m"), Bytes.toBytes("load"), Bytes.toBytes(1L)))
    )
    assertTrue(messageOf(() => { web.spark.table("made").collect(); () }).contains(s"row x of table $table: "))
    // Spark 3.5 keeps a table as it was looked up first.
    web.spark.sql("REFRESH TABLE made")
    assertEquals(100, web.spark.read.option("mode", "DROPMALFORMED").table("made").collect().length)
    val later = frame.withColumn("load", lit(1L))
    if (isSpark3) web.writer(later, table).option("timestampColumn", "ts").save()
    else later.writeTo("made").option("timestampColumn", "ts").append()
    val times = web.withTable(table) { table =>
      val rows = table.getScanner(new Scan().readAllVersions().setRaw(true).addFamily(Bytes.toBytes("m")))
      try Iterator.continually(rows.next()).takeWhile(_ != null).flatMap(_.rawCells).map(_.getTimestamp).toVector
      finally rows.close()
    }
    assertEquals(100, times.count(_ < 1700001000000L))
  }
}
