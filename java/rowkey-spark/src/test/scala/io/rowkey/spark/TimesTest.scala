package io.rowkey.spark

import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import io.rowkey.{RowKeyLayout, Schema}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.functions.{col, expr}
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.TestInstance.Lifecycle
import org.junit.jupiter.api.{BeforeAll, BeforeEach, Test, TestInstance}
import org.junit.jupiter.api.extension.ExtendWith
import org.junit.jupiter.params.{Parameter, ParameterizedClass}
import org.junit.jupiter.params.provider.MethodSource

/** Dates and times of a real table, read in the types that are declared, beside the frame that it was made from. */
@ExtendWith(Array(classOf[WithHBase]))
@TestInstance(Lifecycle.PER_CLASS)
@ParameterizedClass
@MethodSource(Array("io.rowkey.spark.Zones#all"))
class TimesTest {
  import TimesTest._

  @Parameter var zones: Zones = _
  private var web: Web = _
  private var table: String = _
  private var source: DataFrame = _

  @BeforeEach
  def changeZones(): Unit = zones.use()

  @BeforeAll
  def load(hbase: LocalHBase): Unit = {
    web = new Web(hbase)
    table = web.create(8, RowKeyLayout.compile(Template, Schema.parse(KeyColumns)))
    // Some where clocks and calendars change, and two days each side of 2024-03-05.
    val special = Days.map(day => s"DATE'$day'").mkString("VALUES ", ", ", " AS t(d)")
    source = web.spark
      .sql(special)
      .union(web.spark.range(0, 20).selectExpr("date_add(DATE'2024-02-25', CAST(id AS INT))"))
      .distinct()
      .selectExpr("concat('h', unix_date(d) % 3) AS host", "d", "CAST(unix_date(d) AS BIGINT) AS load")
    web.loader(source, table).layout(Template).keyColumns(KeyColumns).valueColumns(Values).load()
  }

  private def read(schema: String): DataFrame = {
    val reader =
      web.reader(table).option("layout", Template).option("keyColumns", KeyColumns).option("valueColumns", Values)
    if (schema.isEmpty) reader.load() else reader.schema(schema).load()
  }

  private def ranges(frame: DataFrame): Int =
    frame.queryExecution.executedPlan
      .collectLeaves()
      .collect { case scan: BatchScanExec => scan.inputPartitions }
      .flatten
      .map(_.asInstanceOf[RegionPartition].ranges.size)
      .sum

  private def assertSame(expected: DataFrame, found: DataFrame, what: String): Unit = {
    assertEquals(expected.collect().map(_.toString).sorted.toSeq, found.collect().map(_.toString).sorted.toSeq, what)
  }

  @Test
  def datesAreThoseOfTheFrame(): Unit = {
    val dates = read(source.schema.toDDL)
    assertEquals("host STRING,d DATE,load BIGINT", dates.schema.toDDL)
    assertSame(source, dates, "all")
    val joined = source.as("a").join(dates.as("b"), expr("a.d = b.d"))
    assertEquals(source.count(), joined.count())
    assertEquals(source.selectExpr("min(d)", "max(d)").head(), dates.selectExpr("min(d)", "max(d)").head())
    val cases = Seq(
      "host = 'h0' AND d = DATE'2024-03-05'" -> 1,
      "host = 'h1' AND d = DATE'2024-03-05'" -> 1,
      "host = 'h2' AND d = DATE'2024-03-05'" -> 1,
      "host = 'h1' AND DATE'2024-03-05' <= d" -> 1,
      "host = 'h0' AND d IN (DATE'2024-03-10', DATE'2024-03-31', DATE'1582-10-10', NULL)" -> 3,
      "host = 'h1' AND d < DATE'2024-03-31'" -> 1,
      "host = 'h2' AND d BETWEEN DATE'1582-10-09' AND DATE'1969-12-31'" -> 1,
      "host = 'h2' AND d > DATE'-0500-01-01'" -> 1,
      "d = DATE'2024-03-05'" -> 16,
      "host = 'h1' AND d = TIMESTAMP'2024-03-05'" -> 8,
      "host = 'h1' AND year(d) = 2024" -> 8,
      "d = DATE'2024-03-05' OR d = DATE'2024-03-31'" -> 8
    )
    for ((filter, most) <- cases) {
      val found = dates.where(filter)
      assertSame(source.where(filter), found, filter)
      assertTrue(ranges(found) <= most, s"${ranges(found)} ranges: $filter")
    }
    assertEquals(1, dates.where("d = DATE'2024-03-05'").count())
  }

  @Test
  def timestampsAreThoseOfUtc(): Unit = {
    assertEquals("host STRING,d TIMESTAMP,load BIGINT", read("").schema.toDDL)
    val instants = source.withColumn("d", expr("timestamp_seconds(unix_date(d) * 86400L)"))
    val local = source.withColumn("d", col("d").cast("timestamp_ntz"))
    val cases = Seq(
      (
        "",
        instants,
        Seq("2024-03-05T00:00:00Z", "1582-10-10T00:00:00Z", "0001-01-01T00:00:00Z").map(t => s"TIMESTAMP'$t'")
      ),
      ("host STRING, d TIMESTAMP_NTZ, load BIGINT", local, Days.map(day => s"TIMESTAMP_NTZ'$day 00:00:00'"))
    )
    for ((schema, expected, literals) <- cases) {
      val found = read(schema)
      assertSame(expected, found, schema)
      val hosts = "host IN ('h0', 'h1', 'h2', 'h-1', 'h-2')"
      for (literal <- literals; operator <- Seq("=", "<=", ">")) {
        val filter = s"$hosts AND d $operator $literal"
        assertSame(expected.where(filter), found.where(filter), filter)
        assertTrue(ranges(found.where(filter)) <= 5, filter)
      }
    }
  }

  /** In the order that is declared, and with cells before columns of the key. */
  @Test
  def aSchemaChoosesColumns(): Unit = {
    val some = read("load BIGINT, d DATE")
    assertSame(source.select("load", "d"), some, "two")
    assertSame(source.select("d"), some.select("d"), "one")
    assertSame(source.selectExpr("load + 1", "d"), some.selectExpr("load + 1", "d"), "computed")
    val messages = Seq(
      "d DATE, more STRING" -> "no column is called more (expected host, d, load)",
      "d BIGINT" -> "column d is declared BIGINT (expected TIMESTAMP or TIMESTAMP_NTZ or DATE)",
      "load INT" -> "column load is declared INT (expected BIGINT)"
    )
    for ((schema, message) <- messages) {
      val e = assertThrows(classOf[Exception], () => { read(schema).collect(); () })
      assertTrue(e.getMessage.contains(message), e.getMessage)
    }
  }

  @Test
  def timesThatAreNotDatesAreShown(): Unit = {
    val other = web.create(2)
    web.loader(web.rows(10), other).load()
    val e = assertThrows(
      classOf[Exception],
      () => { web.reader(other).schema("ts DATE").load().collect(); () }
    )
    assertTrue(e.getMessage.contains(s"of table $other: "), e.getMessage)
    assertTrue(e.getMessage.contains("column ts are not a date (expected 00:00:00 UTC"), e.getMessage)
  }
}

object TimesTest {
  private val Template = "{md5(host) % 16:02d}|{host}|{d:i64}"
  private val KeyColumns = "host:text,d:time(s)"
  private val Values = "load BIGINT m:load"
  private val Days = Seq(
    "0001-01-01",
    "1582-10-04",
    "1582-10-10",
    "1582-10-15",
    "1969-12-31",
    "1970-01-01",
    "2024-03-31",
    "2024-11-03",
    "9999-12-31"
  )
}
