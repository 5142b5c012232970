package io.rowkey.spark

import io.rowkey.{ColumnType, RowKeyLayout, Schema}
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.functions.{col, expr}
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedClass
import org.junit.jupiter.params.provider.MethodSource

/** The functions in SQL beside the library itself. */
@ParameterizedClass
@MethodSource(Array("io.rowkey.spark.Zones#all"))
class FunctionsTest(zones: Zones) {
  zones.use()
  private val spark = LocalSpark.session
  private val rows = 10000L

  private def keys(frame: DataFrame): Seq[Array[Byte]] = frame.collect().toSeq.map(_.getAs[Array[Byte]](0))

  private def isBatched(frame: DataFrame): Boolean = Plans.batches(frame).nonEmpty

  /** Frames whose functions are evaluated in batches, and row by row. */
  private def bothWays(frame: DataFrame, expression: String): Seq[DataFrame] = {
    val batched = frame.select(expr(expression))
    val single = frame.select(expr(s"if(monotonically_increasing_id() >= 0, $expression, NULL)"))
    assertTrue(isBatched(batched), expression)
    assertFalse(isBatched(single), single.queryExecution.toString)
    Seq(batched, single)
  }

  private def assertKeys(expected: Seq[Array[Byte]], frame: DataFrame, expression: String): Unit =
    for (way <- bothWays(frame, expression)) {
      val found = keys(way)
      assertEquals(expected.size, found.size)
      expected.zip(found).foreach { case (key, other) => assertArrayEquals(key, other) }
    }

  @Test
  def keysAreThoseOfTheLibrary(): Unit = {
    val template = "{md5(id) % 1000000:07d}{id:010d}"
    val layout = RowKeyLayout.compile(template, Schema.parse("id:i64"))
    assertKeys(
      (0L until rows).map(id => layout.key(id)),
      spark.range(0, rows, 1, 3).toDF(),
      s"rowkey_encode('$template', struct(id))"
    )
  }

  @Test
  def everyTypeHasItsColumn(): Unit = {
    val cases = Seq(
      ("CAST(id AS TINYINT) - 100Y", "i64", "{c:i64}", (i: Long) => Long.box(i.toByte.toLong - 100)),
      ("CAST(-id AS SMALLINT)", "i64", "{c:i64}", (i: Long) => Long.box(-i)),
      ("CAST(id AS INT)", "i64", "{c:u32}", (i: Long) => Long.box(i)),
      ("-id", "i64", "{c:i64}", (i: Long) => Long.box(-i)),
      ("CAST(id + 18446744073709551000 AS DECIMAL(20,0))", "u64", "{c:u64}", (i: Long) => Long.box(i - 616)),
      ("CAST(id / 100 AS DECIMAL(9,2))", "decimal(2)", "{c:i64}", (i: Long) => BigDecimal(i, 2).bigDecimal),
      ("CAST(id - 50 AS DOUBLE) / 8", "f64", "{c:f64}", (i: Long) => Double.box((i - 50) / 8.0)),
      ("CAST(id AS FLOAT)", "f32", "{c:f32}", (i: Long) => Float.box(i.toFloat)),
      ("concat('w', id)", "text", "{c}", (i: Long) => "w" + i),
      ("CAST(concat('w', id) AS BINARY)", "text", "{c}", (i: Long) => ("w" + i).getBytes(UTF_8)),
      ("id % 2 = 0", "bool", "{c:u8}", (i: Long) => if (i % 2 == 0) "true" else "false"),
      ("timestamp_micros(id - 5)", "time(us)", "{c:i64}", (i: Long) => Long.box(i - 5)),
      (
        "TIMESTAMP_NTZ'1970-01-01 00:00:00' + make_dt_interval(0, 0, 0, id)",
        "time(us)",
        "{c:i64}",
        (i: Long) => Long.box(i * 1000000)
      ),
      ("date_add(DATE'1969-12-25', CAST(id AS INT))", "time(s)", "{c:i64}", (i: Long) => Long.box((i - 7) * 86400))
    )
    for ((sql, columnType, template, value) <- cases) {
      val layout = RowKeyLayout.compile(template, Schema.parse(s"c:$columnType"))
      assertKeys(
        (0L until 100).map(i => layout.key(value(i))),
        spark.range(100).toDF(),
        s"rowkey_encode('$template', named_struct('c', $sql))"
      )
    }
  }

  @Test
  def typesThatAreGivenAreTaken(): Unit = {
    val cases = Seq(
      ("timestamp_millis(id)", "time(ms)", "{c:i64}", (i: Long) => Long.box(i)),
      (
        "format_string('1970-01-01T00:%02d:%02dZ', id div 60, id % 60)",
        "time(s)",
        "{c:i64}",
        (i: Long) => Long.box(i)
      ),
      (
        "format_string('%08x-0000-0000-0000-000000000000', id)",
        "uuid",
        "{c}",
        (i: Long) => f"$i%08x-0000-0000-0000-000000000000"
      ),
      ("concat('10.0.0.', id)", "ipv4", "{c:u32}", (i: Long) => "10.0.0." + i),
      ("id", "u64", "{c:u64}", (i: Long) => Long.box(i))
    )
    for ((sql, columnType, template, value) <- cases) {
      val layout = RowKeyLayout.compile(template, Schema.parse(s"c:$columnType"))
      assertKeys(
        (0L until 100).map(i => layout.key(value(i))),
        spark.range(100).toDF(),
        s"""rowkey_encode('$template', named_struct('c', ${sql}), 'c:$columnType')"""
      )
    }
  }

  /** A value of each type of Spark in the declared types that take it, beside the key of its text. */
  @Test
  def valuesAreConvertedByWhatTheyAre(): Unit = {
    val cases = Seq(
      ("12L", Seq("decimal(2)" -> "12", "i64" -> "12", "f64" -> "12", "epoch(s)" -> "12", "ipv4" -> "0.0.0.12")),
      ("CAST(1 AS TINYINT)", Seq("bool" -> "true", "f32" -> "1", "decimal(18)" -> "1")),
      ("CAST(12.5 AS DECIMAL(9,1))", Seq("decimal(2)" -> "12.5", "decimal(1)" -> "12.5")),
      ("CAST(12.5 AS DECIMAL(38,20))", Seq("decimal(2)" -> "12.5", "decimal(18)" -> null)),
      ("CAST(12 AS DECIMAL(5,2))", Seq("i64" -> "12", "u64" -> "12", "decimal(0)" -> "12")),
      ("CAST(18446744073709551615 AS DECIMAL(38,3))", Seq("u64" -> "18446744073709551615", "i64" -> null)),
      ("TIMESTAMP'2024-03-01T12:30:00Z'", times("2024-03-01T12:30:00") :+ ("epoch(ms)" -> "1709296200000")),
      ("TIMESTAMP_NTZ'1969-12-31 23:59:59.999999'", Seq("time(us)", "time(ns)").map(_ -> "1969-12-31T23:59:59.999999")),
      ("DATE'1969-12-31'", times("1969-12-31")),
      ("DATE'+5881580-07-11'", Seq("epoch(s)" -> "185542587100800", "epoch(us)" -> null)),
      ("'12'", Seq("u64", "i64", "f64", "f32", "decimal(2)", "bytes(2)", "text", "hex").map(_ -> "12")),
      ("'yes'", Seq("bool" -> "yes", "enum(no, yes)" -> "yes", "u64" -> null)),
      ("'2001:db8::1'", Seq("ip" -> "2001:db8::1", "ipv4" -> null)),
      ("CAST(1.5 AS FLOAT)", Seq("f64" -> "1.5", "f32" -> "1.5", "i64" -> null)),
      ("1.5D", Seq("f64" -> "1.5", "f32" -> "1.5", "u64" -> null)),
      ("12D", Seq("i64" -> "12", "u64" -> "12")),
      ("19.99D", Seq("f64" -> "19.99", "f32" -> null)),
      ("X'6162'", Seq("hex" -> "6162", "base64" -> "YWI=", "text" -> "ab", "bytes(2)" -> "ab", "ip" -> null)),
      ("X'0A010203'", Seq("ip" -> "10.1.2.3", "ipv4" -> "10.1.2.3", "uuid" -> null)),
      ("true", Seq("bool" -> "true"))
    )
    for ((sql, types) <- cases; (columnType, text) <- types) {
      val template = s"{c${form(columnType)}}"
      val frame = spark.range(2).toDF()
      val arguments = s"'$template', named_struct('c', if(id >= 0, $sql, NULL)), 'c:$columnType'"
      if (text == null) {
        for (way <- bothWays(frame, s"rowkey_error($arguments)")) {
          assertTrue(way.collect().forall(_.getString(0).contains("column c")), s"$sql in $columnType")
        }
      } else {
        val key = RowKeyLayout.compile(template, Schema.parse(s"c:$columnType")).key(text)
        assertKeys(Seq(key, key), frame, s"rowkey_encode($arguments)")
      }
    }
  }

  private def times(text: String): Seq[(String, String)] =
    Seq("s", "ms", "us", "ns").map(unit => s"time($unit)" -> text)

  private def form(columnType: String): String = ColumnType.parse(columnType).storage match {
    case number if Seq(ColumnType.U64, ColumnType.I64, ColumnType.F64, ColumnType.F32).contains(number) => s":$number"
    case _                                                                                              => ""
  }

  @Test
  def typesThatAColumnDoesNotTakeAreErrorsOfAnalysis(): Unit = {
    val cases = Seq(
      "1.5D" -> "decimal(2)",
      "true" -> "u64",
      "DATE'2024-03-01'" -> "i64",
      "TIMESTAMP'2024-03-01 12:30:00'" -> "i64",
      "12L" -> "enum(a, b)",
      "12L" -> "text",
      "X'00'" -> "time(ms)",
      "CAST(1 AS DECIMAL(20,2))" -> "time(ms)"
    )
    for ((sql, columnType) <- cases) {
      val call = s"rowkey_encode('{c${form(columnType)}}', named_struct('c', $sql), 'c:$columnType')"
      val e = assertThrows(classOf[Exception], () => spark.range(1).select(expr(call)).queryExecution.analyzed)
      assertTrue(e.getMessage.contains(s"column c"), s"$call: ${e.getMessage}")
    }
  }

  @Test
  def badRowsAreShownNulledOrExplained(): Unit = {
    val frame = spark.range(0, rows, 1, 2).toDF()
    for (way <- bothWays(frame, "rowkey_encode('{id:03d}', struct(id))")) {
      val text = stack(assertThrows(classOf[Exception], () => way.collect()))
      assertTrue(text.contains("no key of {id:03d} for (id = "), text)
    }
    for (way <- bothWays(frame, "try_rowkey_encode('{id:03d}', struct(id))")) {
      val found = keys(way)
      assertEquals((0 until 1000).map(i => f"$i%03d"), found.take(1000).map(new String(_, UTF_8)))
      assertEquals(rows - 1000, found.count(_ == null))
    }
    for (way <- bothWays(frame, "rowkey_error('{id:03d}', struct(id))")) {
      val found = way.collect().map(_.getString(0))
      assertTrue(found.take(1000).forall(_ == null))
      assertTrue(found.drop(1000).forall(_.contains("column id")), found.last)
    }
  }

  private def stack(e: Throwable): String =
    Iterator.iterate(e)(_.getCause).takeWhile(_ != null).map(_.toString).mkString("\n")

  @Test
  def nullsAreWhatTheLayoutSays(): Unit = {
    val frame = spark.range(0, 100).select(expr("if(id % 7 = 0, NULL, concat('h', id))").as("h"))
    val layout = RowKeyLayout.compile("{coalesce(h, \"none\")}", Schema.parse("h:text"))
    assertKeys(
      (0 until 100).map(i => layout.key(if (i % 7 == 0) null else s"h$i")),
      frame,
      """rowkey_encode('{coalesce(h, "none")}', struct(h))"""
    )
    assertEquals(15, frame.where("try_rowkey_encode('{h}', struct(h)) IS NULL").count())
  }

  @Test
  def columnsComeBack(): Unit = {
    val key = "rowkey_encode('{md5(host) % 16:02d}|{host}|{ts:i64}', struct(host, ts), 'ts:time(ms)')"
    val back = "rowkey_decode('{md5(host) % 16:02d}|{host}|{ts:i64}', key, 'host:text,ts:time(ms)')"
    val frame = spark.range(rows).selectExpr("concat('web-', id % 9) AS host", "timestamp_millis(id) AS ts")
    val decoded = frame.select(col("*"), expr(key).as("key")).select(col("*"), expr(back).as("back"))
    assertEquals(0, decoded.where("NOT (host <=> back.host AND ts <=> back.ts)").count())
    assertEquals("STRUCT<host: STRING, ts: TIMESTAMP>", decoded.schema("back").dataType.sql)
    assertTrue(isBatched(decoded))
    val foreign = spark.range(1).select(expr(back.replace("key,", "X'3031',")))
    assertThrows(classOf[Exception], () => foreign.collect())
  }

  @Test
  def everyRecoveredTypeComesBack(): Unit = {
    val cases = Seq(
      ("u64", "u64", "CAST(18446744073709551615 AS DECIMAL(20,0))"),
      ("i64", "i64", "-5L"),
      ("decimal(3)", "i64", "CAST(-1.125 AS DECIMAL(18,3))"),
      ("f64", "f64", "-2.5D"),
      ("f32", "f32", "CAST(1.5 AS FLOAT)"),
      ("bool", "u8", "true"),
      ("time(us)", "i64", "TIMESTAMP'2024-03-01 12:30:00.000001'"),
      ("text", "esc", "'a b'")
    )
    for ((columnType, form, value) <- cases) {
      val row = spark
        .sql(
          s"SELECT c, rowkey_decode('{c:$form}', rowkey_encode('{c:$form}', struct(c)), 'c:$columnType').c AS d " +
            s"FROM (SELECT $value AS c)"
        )
        .head()
      assertEquals(row.get(0), row.get(1), columnType)
    }
  }

  /** The other two types of times, which a schema declares. */
  @Test
  def timesComeBackInTheTypeThatIsDeclared(): Unit = {
    val days = Seq("0001-01-01", "1582-10-10", "1969-12-31", "2024-03-05", "2024-03-10", "2024-03-31", "9999-12-31")
    for (unit <- Seq("s", "ms", "us"); dataType <- Seq("DATE", "TIMESTAMP_NTZ", "TIMESTAMP")) {
      val frame =
        spark.sql(days.map(day => s"CAST($dataType'$day' AS $dataType)").mkString("VALUES ", ", ", " AS t(c)"))
      val key = s"rowkey_encode('{c:i64}', struct(c), 'c:time($unit)')"
      val expression = s"rowkey_decode('{c:i64}', $key, 'c:time($unit)', 'c $dataType').c"
      val both = frame.select(expr(expression).as("decoded"), col("c"))
      assertEquals(s"STRUCT<decoded: $dataType, c: $dataType>", both.schema.sql.replace(" NOT NULL", ""))
      assertEquals(days.size, both.where("decoded = c").count(), s"$dataType in $unit")
    }
  }

  @Test
  def whatADeclaredTypeDoesNotHoldIsAnError(): Unit = {
    def decoded(ts: String, unit: String, dataType: String) = spark
      .range(1)
      .selectExpr(
        s"rowkey_decode('{c:i64}', rowkey_encode('{c:i64}', named_struct('c', $ts), 'c:time($unit)'), 'c:time($unit)', 'c $dataType').c"
      )
    val cases = Seq(
      (decoded("TIMESTAMP'2024-03-05T05:00:00Z'", "s", "DATE"), "column c are not a date (expected 00:00:00 UTC"),
      (decoded("'2024-03-05T05:00:00.000000001Z'", "ns", "TIMESTAMP"), "column c are not a timestamp of Spark"),
      (
        spark.sql("SELECT rowkey_decode('{c:i64}', X'FFFFFFFFFFFFFFFF', 'c:time(s)', 'c DATE').c"),
        "column c are not a date"
      )
    )
    for ((frame, message) <- cases) {
      val text = stack(assertThrows(classOf[Exception], () => frame.collect()))
      assertTrue(text.contains(message), text)
    }
    assertEquals(
      java.time.Instant.parse("2024-03-05T05:00:00.000001Z"),
      decoded("'2024-03-05T05:00:00.000001Z'", "ns", "TIMESTAMP").head().getTimestamp(0).toInstant
    )
  }

  @Test
  def aSchemaChoosesColumns(): Unit = {
    val key = "rowkey_encode('{host}|{ts:i64}', struct('h' AS host, 5L AS ts))"
    val row =
      spark.sql(s"SELECT rowkey_decode('{host}|{ts:i64}', $key, 'host:text,ts:i64', 'ts BIGINT, host STRING') AS b")
    assertEquals(Row(Row(5L, "h")), row.head())
  }

  /** Messages show times in UTC, not the numbers that Spark has for them. */
  @Test
  def timesOfBadRowsAreShown(): Unit = {
    val frame = spark
      .range(1)
      .selectExpr(
        "date_add(DATE'2024-03-05', CAST(id AS INT)) AS d",
        "TIMESTAMP'2024-03-05T01:00:00Z' + make_dt_interval(0, 0, 0, id) AS t",
        "TIMESTAMP_NTZ'2024-03-05 02:00:00' + make_dt_interval(0, 0, 0, id) AS n"
      )
    for (way <- bothWays(frame, "rowkey_encode('{d:u8}{t:u8}{n:u8}', struct(d, t, n))")) {
      val text = stack(assertThrows(classOf[Exception], () => way.collect()))
      assertTrue(text.contains("(d = 2024-03-05, t = 2024-03-05T01:00:00Z, n = 2024-03-05T02:00)"), text)
    }
  }

  @Test
  def regionsAreThoseOfUnsignedBytes(): Unit = {
    val frame = spark.range(0, 256).select(expr("unhex(lpad(hex(id), 2, '0'))").as("key"))
    for (way <- bothWays(frame, "rowkey_region(key, array(X'01', X'7F', X'80', X'FF'))")) {
      val expected = (0 to 255).map(i => Seq(1, 0x7f, 0x80, 0xff).count(_ <= i))
      assertEquals(expected, way.collect().map(_.getInt(0)).toSeq)
    }
    val nested = "rowkey_region(rowkey_encode('{c:i64}', named_struct('c', id - 5)), array(X'8000000000000000'))"
    for (way <- bothWays(spark.range(10).toDF(), nested)) {
      assertEquals(Seq.fill(5)(0) ++ Seq.fill(5)(1), way.collect().map(_.getInt(0)).toSeq)
    }
    assertEquals(
      Seq(Row(null), Row(1)),
      spark.sql("SELECT rowkey_region(k, array('b')) FROM VALUES (NULL), (X'63') AS t(k)").collect().toSeq
    )
  }

  @Test
  def wrongUseIsAnErrorOfAnalysis(): Unit = {
    val cases = Seq(
      "rowkey_encode('{id % 3}', id)" -> "expected a struct",
      "rowkey_encode('{md5(id % 3}', struct(id))" -> "^",
      "rowkey_encode(concat('{id', id), struct(id))" -> "expected a constant",
      "rowkey_encode('{random() % 4:d}-{id:d}', struct(id))" -> "tried again would make other keys",
      "rowkey_encode('{id:d}', struct(id), 'host:text')" -> "no field of the struct is called host",
      "rowkey_encode('{id:d}', struct(array(id) AS id))" -> "expected a cast",
      "rowkey_encode('{id:d}')" -> "expected rowkey_encode(template, struct[, columns])",
      "rowkey_decode('{id:d}', id)" -> "expected a key, which is BINARY",
      "rowkey_decode('{id:d}', X'00', 'id:i64', 'ts BIGINT')" -> "no column is called ts (expected id)",
      "rowkey_decode('{id:d}', X'00', 'id:i64', 'id DATE')" -> "column id is declared DATE (expected BIGINT)",
      "rowkey_decode('{id:d}', X'00', 'id:time(s)', 'id INT')" -> "(expected TIMESTAMP or TIMESTAMP_NTZ or DATE)",
      "rowkey_region(X'00', array(id))" -> "expected a constant",
      "rowkey_region(X'00', array(1, 2))" -> "expected an array of BINARY or STRING"
    )
    for ((expression, message) <- cases) {
      val e = assertThrows(classOf[Exception], () => spark.range(1).select(expr(expression)).queryExecution.analyzed)
      assertTrue(e.getMessage.contains(message), s"$expression: ${e.getMessage}")
    }
  }

  /** As those of Spark's own columns are found. */
  @Test
  def namesAreFoundAsSparkFindsThem(): Unit = {
    val frame = spark.range(100).selectExpr("concat('h', id) AS HOST", "timestamp_millis(id) AS Ts", "id")
    val layout = RowKeyLayout.compile("{md5(host) % 16:02d}|{host}|{TS:i64}", Schema.parse("host:text,TS:time(ms)"))
    val keys = (0 until 100).map(i => layout.key(s"h$i", java.time.Instant.ofEpochMilli(i.toLong)))
    val template = "{md5(host) % 16:02d}|{host}|{TS:i64}"
    assertKeys(keys, frame, s"rowkey_encode('$template', struct(HOST, Ts, id), 'tS:time(ms)')".replace("tS", "TS"))
    val hosts = (0 until 100).map(i => s"h$i".getBytes(UTF_8))
    assertKeys(hosts, frame, "rowkey_encode('{`host`}', struct(id, HOST))")
    // The name as it is goes first.
    assertKeys(hosts, frame, "rowkey_encode('{HOST}', named_struct('host', 'no', 'HOST', HOST))")
    val cases = Seq(
      "rowkey_encode('{hOST}', named_struct('host', HOST, 'HOST', HOST))" -> "fields host and HOST",
      "rowkey_encode('{host}{HOST}', struct(HOST))" -> "there is no column HOST",
      "rowkey_encode('{hast}', struct(HOST))" -> "there is no column hast",
      "rowkey_encode('{host}', struct(HOST), 'hast:text')" -> "no field of the struct is called hast (expected HOST)"
    )
    def message(expression: String) =
      assertThrows(classOf[Exception], () => frame.select(expr(expression)).queryExecution.analyzed).getMessage
    for ((expression, expected) <- cases) {
      assertTrue(message(expression).contains(expected), s"$expression: ${message(expression)}")
    }
    spark.conf.set("spark.sql.caseSensitive", "true")
    try assertTrue(message("rowkey_encode('{host}', struct(HOST))").contains("there is no column host"))
    finally spark.conf.unset("spark.sql.caseSensitive")
  }

  /** Rows beyond a `LIMIT` are as if they were not there: the bad one is number 51. */
  @Test
  def rowsBeyondALimitAreNotAsked(): Unit = {
    val frame = spark.range(0, rows, 1, 1).selectExpr("if(id = 50, 1000, id % 100) AS id")
    val key = "rowkey_encode('{id:02d}', struct(id))"
    val decoded = s"rowkey_decode('{id:03d}', if(id = 1000, X'00', CAST(format_string('%03d', id) AS BINARY)))"
    val child = "rowkey_encode('{id:02d}', named_struct('id', if(id = 1000, raise_error('child'), id)))"
    for (expression <- Seq(key, decoded, child)) {
      val found = frame.selectExpr(expression)
      assertTrue(isBatched(found), expression)
      for (limit <- Seq(1, 10, 50)) {
        assertEquals(limit, found.limit(limit).collect().length, expression)
      }
      assertThrows(classOf[Exception], () => found.limit(51).collect())
      assertThrows(classOf[Exception], () => found.collect())
    }
  }

  @Test
  def longRowsEndABatchEarly(): Unit = {
    val frame = spark.range(0, 30, 1, 1).selectExpr("id", "repeat('x', 100000 + CAST(id AS INT)) AS text")
    val found = frame.selectExpr("rowkey_encode('{text}', struct(text)) AS key", "text").collect()
    assertEquals(30, found.length)
    found.foreach(row => assertEquals(row.getString(1), new String(row.getAs[Array[Byte]](0), UTF_8)))
  }
}
