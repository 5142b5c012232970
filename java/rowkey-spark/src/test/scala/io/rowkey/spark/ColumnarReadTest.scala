package io.rowkey.spark

import io.rowkey.{RowKeyLayout, Schema}
import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import org.apache.hadoop.hbase.client.Scan
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.ColumnarToRowExec
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.functions.{col, expr}
import org.apache.spark.sql.types.{BinaryType, StructField, StructType}
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.TestInstance.Lifecycle
import org.junit.jupiter.api.{BeforeAll, BeforeEach, Test, TestInstance}
import org.junit.jupiter.api.extension.ExtendWith
import org.junit.jupiter.params.{Parameter, ParameterizedClass}
import org.junit.jupiter.params.provider.MethodSource

/** Columns of every type that are read many rows at a time, beside the same keys decoded row by row. */
@ExtendWith(Array(classOf[WithHBase]))
@TestInstance(Lifecycle.PER_CLASS)
@ParameterizedClass
@MethodSource(Array("io.rowkey.spark.Zones#all"))
class ColumnarReadTest {
  import ColumnarReadTest._

  @Parameter var zones: Zones = _
  private var web: Web = _
  private var table: String = _
  private var keys: DataFrame = _

  @BeforeEach
  def changeZones(): Unit = zones.use()

  @BeforeAll
  def load(hbase: LocalHBase): Unit = {
    web = new Web(hbase)
    table = web.create(3, RowKeyLayout.compile(Template, Schema.parse(KeyColumns)))
    web.loader(source, table).layout(Template).keyColumns(KeyColumns).valueColumns(Values).load()
    val found = web.withTable(table) { table =>
      val rows = table.getScanner(new Scan)
      try Iterator.continually(rows.next()).takeWhile(_ != null).map(row => Row(row.getRow)).toVector
      finally rows.close()
    }
    val rows = web.spark.sparkContext.parallelize(found, 2)
    keys = web.spark.createDataFrame(rows, StructType(Seq(StructField("key", BinaryType))))
    assertEquals(Rows, keys.count())
  }

  private def source: DataFrame = web.spark.range(0, Rows, 1, 4).selectExpr((OfKeys ++ OfCells): _*)

  private def read(schema: String): DataFrame = {
    val options = Map("layout" -> Template, "keyColumns" -> KeyColumns, "valueColumns" -> Values)
    val reader = web.reader(table).options(options)
    if (schema.isEmpty) reader.load() else reader.schema(schema).load()
  }

  private def rowsOf(frame: DataFrame): Seq[String] = frame
    .collect()
    .map(
      _.toSeq
        .map {
          case bytes: Array[Byte] => Bytes.toStringBinary(bytes)
          case other              => String.valueOf(other)
        }
        .mkString(", ")
    )
    .sorted
    .toSeq

  @Test
  def columnsAreThoseOfEachKeyByItself(): Unit =
    for (schema <- Schemas) {
      val declared = if (schema.isEmpty) "" else s", '$schema'"
      val decoded = s"rowkey_decode('$Template', key, '$KeyColumns'$declared)"
      val single = keys.select(expr(s"if(monotonically_increasing_id() >= 0, $decoded, NULL)").as("back"))
      assertEquals(Nil, Plans.batches(single))
      val expected = rowsOf(single.select("back.*"))
      val found = read(schema).select(single.select("back.*").columns.map(col).toIndexedSeq: _*)
      val plan = found.queryExecution.executedPlan
      assertTrue(plan.collectFirst { case scan: BatchScanExec => scan.supportsColumnar }.get, plan.toString)
      assertTrue(plan.collectFirst { case rows: ColumnarToRowExec => rows }.isDefined, plan.toString)
      assertEquals(expected, rowsOf(found), schema)
      // With null keys among the others.
      val some = keys.selectExpr("explode(array(key, CAST(NULL AS BINARY))) AS key")
      val batched = some.select(expr(decoded).as("back"))
      assertEquals(1, Plans.batches(batched).size)
      assertEquals(Rows, batched.where("back IS NULL").count())
      assertEquals(expected, rowsOf(batched.where("back IS NOT NULL").select("back.*")), schema)
    }

  @Test
  def cellsAreThoseOfTheFrame(): Unit = {
    val cells = "n" +: Values.split(',').map(_.trim.takeWhile(_ != ' ')).toSeq
    assertEquals(rowsOf(source.select(cells.map(col): _*)), rowsOf(read("").select(cells.map(col): _*)))
    // A frame of which nothing is read, and functions over its columns.
    assertEquals(Rows, read("").count())
    val keyed = Seq("n", "rowkey_encode('{n:i64}{big:i64}', struct(n, coalesce(big, 0L) AS big))")
    assertEquals(rowsOf(source.selectExpr(keyed: _*)), rowsOf(read("").selectExpr(keyed: _*)))
  }
}

object ColumnarReadTest {
  private val Rows = 3000L
  private val KeyColumns =
    "n:i64,u:u64,f:f64,g:f32,t:text,b:bytes(3),s:time(s),ms:time(ms),us:time(us),ns:time(ns),es:epoch(s)," +
      "d:decimal(2),id:uuid,a:ip,p:ipv4,x:hex,y:base64,flag:bool,e:enum(red, green),o:i64,m:time(ms),v:text"
  private val Template =
    "{n:i64}{u:u64}{f:f64}{g:f32}{t:esc}|{b}{s:i64}{ms:i64}{us:i64}{ns:i64}{es:i64}{d:i64}{id}{a:esc}|{p:u32}{x:esc}|" +
      "{y:esc}|{flag:u8}{e:u8}{null_first(o):u8}{coalesce(o, 0):i64}{null_first(m):u8}{coalesce(m, 1):i64}" +
      """{null_last(v):u8}{coalesce(v, "none"):esc}|"""
  private val OfKeys = Seq(
    "id - 1500 AS n",
    "CAST(if(id % 5 = 0, 18446744073709551615BD, CAST(id AS DECIMAL(20,0))) AS DECIMAL(20,0)) AS u",
    "id / 8 - 100 AS f",
    "CAST(id AS FLOAT) / 4 AS g",
    "if(id % 9 = 0, '', concat('Zoë ', id)) AS t",
    "format_string('%03d', id % 1000) AS b",
    "timestamp_seconds((id - 1500) * 86400) AS s",
    "timestamp_millis(1700000000000 + id * 333) AS ms",
    "timestamp_micros(-1700000000000000 + id * 777) AS us",
    "1700000000000000000 + id AS ns",
    "timestamp_seconds(id * 3600) AS es",
    "CAST((id - 2000) / 100 AS DECIMAL(9,2)) AS d",
    "format_string('%08x-0000-4000-8000-0000000000ff', id) AS id",
    "if(id % 2 = 0, '10.1.2.3', concat('2001:db8::', hex(id + 1))) AS a",
    "concat('10.0.', id % 3, '.', id % 200) AS p",
    "lpad(hex(id), 4, '0') AS x",
    "base64(CAST(format_string('%04d', id) AS BINARY)) AS y",
    "id % 3 = 0 AS flag",
    "if(id % 2 = 0, 'red', 'green') AS e",
    "if(id % 4 = 0, NULL, id) AS o",
    "if(id % 6 = 0, NULL, timestamp_millis(id * 12345)) AS m",
    "if(id % 7 = 0, NULL, concat('v', id)) AS v"
  )
  private val OfCells = Seq(
    "if(id % 10 = 1, NULL, id * 1000) AS big",
    "CAST(id AS INT) AS i",
    "CAST(if(id % 3 = 1, NULL, id) AS SMALLINT) AS small",
    "CAST(id % 100 AS TINYINT) AS tiny",
    "CAST(id AS DOUBLE) / 3 AS real",
    "CAST(if(id % 8 = 1, NULL, id) AS FLOAT) AS float",
    "id % 2 = 1 AS yes",
    "if(id % 5 = 1, NULL, concat('unit ', id)) AS unit",
    "if(id % 11 = 1, NULL, CAST(concat('b', id) AS BINARY)) AS bytes"
  )
  private val Values =
    "big BIGINT m:big, i INT m:i, small SMALLINT m:small, tiny TINYINT n:tiny, real DOUBLE n:real, " +
      "float FLOAT n:float, yes BOOLEAN m:yes, unit STRING n:unit, bytes BINARY n:bytes"

  /** What a schema may declare of times: `s` is the beginning of a day. */
  private val Schemas = Seq(
    "",
    "n BIGINT, s DATE, ms TIMESTAMP_NTZ, m TIMESTAMP_NTZ",
    "m TIMESTAMP, v STRING, s TIMESTAMP_NTZ, o BIGINT, es TIMESTAMP_NTZ"
  )
}
