package io.rowkey.spark

import io.rowkey.{RowKeyLayout, Schema}
import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import org.apache.hadoop.hbase.client.Put
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.TestInstance.Lifecycle
import org.junit.jupiter.api.{BeforeAll, BeforeEach, Test, TestInstance}
import org.junit.jupiter.api.extension.ExtendWith
import org.junit.jupiter.params.{Parameter, ParameterizedClass}
import org.junit.jupiter.params.provider.MethodSource

/** Reads of a real table beside the rows that it was made from. */
@ExtendWith(Array(classOf[WithHBase]))
@TestInstance(Lifecycle.PER_CLASS)
@ParameterizedClass
@MethodSource(Array("io.rowkey.spark.Zones#all"))
class ReadTest {
  private val rows = java.lang.Long.getLong("rowkey.spark.rows")
  @Parameter var zones: Zones = _
  private var web: Web = _
  private var table: String = _
  private var source: DataFrame = _

  @BeforeEach
  def changeZones(): Unit = zones.use()

  @BeforeAll
  def load(hbase: LocalHBase): Unit = {
    web = new Web(hbase)
    table = web.create(8)
    source = web.rows(rows)
    web.loader(source, table).load()
  }

  private def scan(frame: DataFrame): BatchScanExec =
    frame.queryExecution.executedPlan.collectLeaves().collect { case scan: BatchScanExec => scan }.head

  private def shown(frame: DataFrame): String = scan(frame).scan.description

  private def partitions(frame: DataFrame): Int = scan(frame).inputPartitions.size

  @Test
  def filtersGiveExactlyTheirRows(): Unit = {
    val read = web.reader(table).load()
    val cases = Seq(
      "true" -> 8,
      "host = 'web-1'" -> 1,
      "host = 'web-1' AND ts >= TIMESTAMP'2023-11-14T22:15:00Z'" -> 1,
      "host = 'web-1' AND ts > TIMESTAMP'2023-11-14T22:15:00.0005Z' AND ts < TIMESTAMP'2023-11-14T22:16:00.2505Z'" -> 1,
      "host = 'web-1' AND ts = TIMESTAMP'2023-11-14T22:15:00.0001Z'" -> 1,
      "host IN ('web-3', 'web-4', 'web-77') AND ts < TIMESTAMP'2023-11-14T22:30:00Z'" -> 8,
      "host LIKE 'web-4%'" -> 8,
      "host >= 'web-49' AND host < 'web-5'" -> 8,
      "ts BETWEEN TIMESTAMP'2023-11-14T22:15:00Z' AND TIMESTAMP'2023-11-14T22:16:00Z'" -> 8,
      "host = 'web-1' OR ts < TIMESTAMP'2023-11-14T22:14:00Z'" -> 8,
      "host = 'web-\"\\\\1'" -> 1,
      "host = 'Zoë'" -> 1,
      "load < 100 AND host = 'web-1'" -> 1,
      "unit IS NULL AND host = 'web-3'" -> 1,
      "host <=> 'web-9'" -> 1,
      "NOT host = 'web-1'" -> 8
    )
    for ((filter, most) <- cases) {
      val found = read.where(filter)
      val expected = source.where(filter)
      assertEquals(0, found.exceptAll(expected).count(), filter)
      assertEquals(expected.count(), found.count(), filter)
      assertTrue(partitions(found) <= most, s"${partitions(found)} partitions: $filter")
    }
  }

  @Test
  def rangesAreSmall(): Unit = {
    val read = web.reader(table).load()
    val found = read.where("host = 'web-1' AND ts >= TIMESTAMP'2023-11-14T22:15:00Z'")
    val ranges = scan(found).inputPartitions.flatMap(_.asInstanceOf[RegionPartition].ranges)
    assertEquals(1, ranges.size)
    val start = Web.Layout.key("web-1", java.time.Instant.parse("2023-11-14T22:15:00Z"))
    assertArrayEquals(start, ranges.head._1.toArray)
    assertEquals(
      16,
      scan(read.where("host LIKE 'web-4%'")).inputPartitions.flatMap(_.asInstanceOf[RegionPartition].ranges).size
    )
  }

  /** What the type of a column does not read is decided by the row; the other conditions are as good as without it. */
  @Test
  def aLiteralThatATypeDoesNotReadLeavesTheOtherConditions(): Unit = {
    val columns = "w:bytes(4),u:uuid,e:enum(yes, no),x:hex,p:ipv4"
    val names = Seq("w", "u", "e", "x", "p")
    val template = "{md5(host) % 16:02d}|{host}|{w}{u}{e:u8}{p:u32}{x:esc}|{n:u64}"
    val keyColumns = s"host:text,$columns,n:u64"
    val rows = web.spark
      .range(0, 100)
      .selectExpr(
        "concat('h', id % 5) AS host",
        "format_string('w%03d', id % 7) AS w",
        "format_string('%08x-0000-0000-0000-000000000000', id % 3) AS u",
        "if(id % 2 = 0, 'yes', 'no') AS e",
        "lpad(hex(id), 2, '0') AS x",
        "concat('10.0.0.', id % 4) AS p",
        "CAST(id AS DECIMAL(20,0)) AS n",
        "id AS load"
      )
    val other = web.create(8, RowKeyLayout.compile(template, Schema.parse(keyColumns)))
    val cells = "load BIGINT m:load"
    web.loader(rows, other).layout(template).keyColumns(keyColumns).valueColumns(cells).load()
    val read =
      web.reader(other).option("layout", template).option("keyColumns", keyColumns).option("valueColumns", cells).load()
    for (
      name <- names; value <- Seq("abc", "", "é\"", "zz-"); comparison <- Seq(s"= '$value'", s"IN ('$value', 'no')")
    ) {
      val found = read.where(s"host = 'h1' AND $name $comparison")
      assertEquals(if (name == "e" && comparison.startsWith("IN")) 10 else 0, found.count(), found.toString)
      assertTrue(partitions(found) <= 1, s"$name $comparison: ${shown(found)}")
    }
    val found = shown(read.where("host = 'h1' AND u = 'abc' AND n >= 5"))
    assertTrue(
      found.contains("pushed: [host = \"h1\", n >= 5], checked by row: [u IS NOT NULL, u = 'abc' (\"abc\" "),
      found
    )
    assertTrue(found.endsWith("ranges: 1, partitions: 1 of 8 regions"), found)
  }

  @Test
  def plansShowWhatIsRead(): Unit = {
    val read = web.reader(table).load()
    val cases = Seq(
      "true" -> "pushed: [], checked by row: [], ranges: 8, partitions: 8 of 8 regions",
      "host = 'web-1'" -> "pushed: [host = \"web-1\"], checked by row: [], ranges: 1, partitions: 1 of 8 regions",
      "host = 'web-1' AND load < 5" ->
        "pushed: [host = \"web-1\"], checked by row: [load IS NOT NULL, load < 5], ranges: 1, partitions: 1 of 8 regions",
      "host > 'web-2' AND host < 'web-1'" -> "pushed: [host > \"web-2\", host < \"web-1\"], which no key meets",
      "load < 5 AND load > 7" -> "checked by row: [load IS NOT NULL, load < 5, load > 7], ranges: 8, partitions: 8 of 8 regions"
    )
    for ((filter, expected) <- cases) {
      val found = read.where(filter)
      assertTrue(shown(found).contains(expected), s"$filter: ${shown(found)}")
      assertTrue(
        found.queryExecution.explainString(org.apache.spark.sql.execution.FormattedMode).contains(expected),
        filter
      )
    }
    val none = read.where("host = 'web-1' AND ts < TIMESTAMP'2023-01-01' AND ts > TIMESTAMP'2024-01-01'")
    assertEquals((0, 0L), (partitions(none), none.count()))
    val byRow = shown(read.where("ts > TIMESTAMP'2024-01-01T00:00:00Z'"))
    assertTrue(byRow.contains("partitions: 8 of 8 regions"), byRow)
  }

  /** Names of columns that a template writes in backquotes. */
  @Test
  def columnsOfAnyNameAreAskedFor(): Unit = {
    val keyColumns = "`the host, so`:text,n:i64"
    val template = "{md5(`the host, so`) % 16:02d}|{`the host, so`}|{n:i64}"
    val found = web
      .reader(table)
      .option("layout", template)
      .option("keyColumns", keyColumns)
      .load()
      .where("`the host, so` = 'web-1' AND load >= 0")
    assertEquals(1, partitions(found))
    assertEquals(source.where("host = 'web-1'").count(), found.count())
  }

  @Test
  def columnsArePruned(): Unit = {
    val read = web.reader(table).load()
    assertEquals("host STRING,ts TIMESTAMP,load BIGINT,unit STRING,level DOUBLE", read.schema.toDDL)
    assertEquals(rows, read.count())
    val level = read.select("level", "host")
    assertEquals(Seq("host", "level"), scan(level).scan.readSchema.fieldNames.toSeq)
    assertEquals(0, level.exceptAll(source.select("level", "host")).count())
    val unit = read.select("unit")
    assertEquals(source.where("unit IS NULL").count(), unit.where("unit IS NULL").count())
  }

  @Test
  def cellsOfAQueryAreReadAlone(): Unit = {
    val read = web.reader(table).option("everyRowHas", "m:load").load()
    assertEquals(source.where("unit IS NULL").count(), read.select("unit").where("unit IS NULL").count())
    assertEquals(rows, read.count())
    // What is asked for is what is read: no row has a cell of that name.
    assertEquals(0, web.reader(table).option("everyRowHas", "m:none").load().count())
  }

  @Test
  def manyRangesOfARegionAreOneScan(): Unit = {
    val hosts = (2 until 400).map(i => s"'web-$i'").mkString(", ")
    val filter = s"host IN ($hosts) AND ts < TIMESTAMP'2023-11-14T22:20:00Z'"
    val found = web.reader(table).load().where(filter)
    assertTrue(scan(found).inputPartitions.exists(_.asInstanceOf[RegionPartition].ranges.size > 16))
    assertEquals(0, found.exceptAll(source.where(filter)).count())
    assertEquals(source.where(filter).count(), found.count())
  }

  @Test
  def foreignRowsAreShown(): Unit = {
    val other = web.create(2)
    web.withTable(other)(
      _.put(new Put(Bytes.toBytes("x\u0001")).addColumn(Bytes.toBytes("m"), Bytes.toBytes("load"), Array(1)))
    )
    val e = assertThrows(classOf[Exception], () => web.reader(other).load().collect())
    assertTrue(e.getMessage.contains("row x\\x01 of table " + other), e.getMessage)
  }

  @Test
  def wrongOptionsAreTold(): Unit = {
    val cases = Seq[(() => DataFrame, String)](
      (() => web.spark.read.format("rowkey").load()) -> "no option table",
      (() => web.reader(table).option("layout", "{md5(host").load()) -> "^",
      (() => web.reader(table).option("valueColumns", "host STRING m:host").load()) -> "two columns are called host",
      (() => web.reader(table).option("valueColumns", "load DATE m:load").load()) -> "is of type DATE",
      (() => web.reader(table).option("maxRanges", "many").load()) ->
        """option maxRanges is "many" (expected a number from 1 to 2147483647)""",
      (() => web.reader(table).option("rowsPerTask", "-1").load()) -> """option rowsPerTask is "-1" (expected"""
    )
    for ((read, message) <- cases) {
      val e = assertThrows(classOf[Exception], () => { read(); () })
      assertTrue(e.getMessage.contains(message), e.getMessage)
    }
  }
}
