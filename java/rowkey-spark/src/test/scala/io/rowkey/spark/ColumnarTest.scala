package io.rowkey.spark

import io.rowkey.{RowKeyLayout, Schema}
import java.nio.file.{Files, Paths}
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.{col, expr}
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.Test

/** Functions over columns, as Parquet and cached frames have them, beside the same functions row by row. */
class ColumnarTest {
  private val spark = LocalSpark.session
  private val rows = 20000L

  private def parquet(frame: DataFrame, partitions: String*): DataFrame = {
    val folder = Files.createTempDirectory(Paths.get(System.getProperty("rowkey.spark.folder")), "columns")
    frame.write.mode("overwrite").partitionBy(partitions: _*).parquet(folder.toString)
    spark.read.parquet(folder.toString)
  }

  private def assertSame(frame: DataFrame, expression: String, isColumnar: Boolean = true): Unit = {
    val batched = frame.select(col("id"), expr(expression).as("found"))
    val found = batched.collect().sortBy(_.getLong(0))
    assertEquals(Seq(isColumnar), Plans.batches(batched).map(_.supportsColumnar).distinct, expression)
    val single = frame.select(col("id"), expr(s"if(monotonically_increasing_id() >= 0, $expression, NULL)"))
    val expected = single.collect().sortBy(_.getLong(0))
    assertEquals(Nil, Plans.batches(single))
    assertEquals(expected.length, found.length)
    expected.zip(found).foreach { case (row, other) => assertEquals(row, other, expression) }
  }

  private val everyType = spark
    .range(0, rows, 1, 2)
    .selectExpr(
      "id",
      "CAST(id % 100 AS TINYINT) AS b",
      "CAST(id % 1000 AS SMALLINT) AS s",
      "CAST(id AS INT) AS i",
      "CAST(id AS DECIMAL(20,0)) AS u",
      "CAST(id / 100 AS DECIMAL(9,2)) AS d",
      "CAST(id AS DOUBLE) AS f",
      "CAST(id AS FLOAT) AS g",
      "id % 2 = 0 AS flag",
      "if(id % 7 = 0, NULL, concat('host ', id)) AS text",
      "CAST(concat('b', id % 50) AS BINARY) AS bytes",
      "timestamp_millis(id) AS ts",
      "date_add(DATE'2024-01-01', CAST(id % 1000 AS INT)) AS day",
      "id % 3 AS part"
    )

  private val key =
    """rowkey_encode('{b:i8}{s:i16}{i:i32}{u:u64}{d:i64}{f:f64}{g:f32}{flag:u8}{ts:i64}{day:i64}{part:d}|{bytes}|{coalesce(text, "none")}', """ +
      "struct(b, s, i, u, d, f, g, flag, ts, day, part, bytes, text))"

  @Test
  def columnsOfParquetAreReadWhereTheyAre(): Unit = {
    val frame = parquet(everyType, "part")
    assertSame(frame, key)
    assertSame(frame.where("i % 5 <> 0"), key, isColumnar = false)
    spark.conf.set("spark.sql.parquet.enableVectorizedReader", "false")
    try assertSame(frame, key, isColumnar = false)
    finally spark.conf.unset("spark.sql.parquet.enableVectorizedReader")
  }

  @Test
  def keysOfParquetAreRoutedAndDecoded(): Unit = {
    val made = spark
      .range(0, rows, 1, 2)
      .selectExpr("id", "concat('web-', id % 9) AS host", "timestamp_millis(id) AS ts")
      .selectExpr("id", "host", "ts", "rowkey_encode('{host}|{ts:i64}', struct(host, ts), 'ts:time(ms)') AS made")
      .selectExpr("id", "host", "ts", "if(id % 11 = 0, NULL, made) AS key")
    val frame = parquet(made)
    assertSame(frame, "rowkey_region(key, array('web-3', 'web-7'))")
    val back = "rowkey_decode('{host}|{ts:i64}', key, 'host:text,ts:time(ms)')"
    assertSame(frame, back)
    val decoded = frame.select(col("*"), expr(back).as("back"))
    assertEquals(rows / 11 + 1, decoded.where("back IS NULL").count())
    assertEquals(0, decoded.where("back IS NOT NULL AND NOT (back.host = host AND back.ts = ts)").count())
  }

  @Test
  def badRowsOfColumnsAreNulledOrExplained(): Unit = {
    val frame = parquet(spark.range(0, rows, 1, 2).toDF())
    assertSame(frame, "try_rowkey_encode('{id:03d}', struct(id))")
    assertSame(frame, "rowkey_error('{id:03d}', struct(id))")
    assertSame(frame.where("id < 0"), "rowkey_encode('{id:03d}', struct(id))", isColumnar = false)
    val e = assertThrows(
      classOf[Exception],
      () => frame.selectExpr("rowkey_encode('{id:03d}', struct(id))").collect()
    )
    assertTrue(String.valueOf(e.getCause).contains("no key of {id:03d} for (id = "), e.toString)
  }

  @Test
  def rowsBeyondALimitAreNotAsked(): Unit = {
    val frame = parquet(spark.range(0, rows, 1, 1).selectExpr("if(id = 50, 1000, id % 100) AS id"))
    val found = frame.selectExpr("rowkey_encode('{id:02d}', struct(id))")
    assertEquals(Seq(true), Plans.batches(found).map(_.supportsColumnar))
    for (limit <- Seq(1, 10, 50)) {
      assertEquals(limit, found.limit(limit).collect().length)
    }
    val e = assertThrows(classOf[Exception], () => found.limit(51).collect())
    assertTrue(String.valueOf(e.getCause).contains("no key of {id:02d} for (id = 1000)"), e.toString)
  }

  /** They are of 10,000 rows. */
  @Test
  def batchesMayHaveMoreRowsThanAreUsual(): Unit = {
    val frame = spark.range(0, rows, 1, 1).selectExpr("id", "CAST(id AS DOUBLE) AS f").cache()
    try {
      assertSame(frame, "rowkey_encode('{md5(id) % 100:02d}{f:f64}{id:i64}', struct(id, f))")
      val key = "rowkey_encode('{f:f64}{id:i64}', struct(id, f))"
      assertSame(frame, s"rowkey_region($key, array(X'C0'))")
      assertSame(frame, s"rowkey_decode('{f:f64}{id:i64}', $key)")
    } finally frame.unpersist()
  }

  @Test
  def longTextsOfColumnsAreWhole(): Unit = {
    val frame = parquet(spark.range(0, 50, 1, 1).selectExpr("id", "repeat('x', 100000 + CAST(id AS INT)) AS text"))
    val found = frame.selectExpr("rowkey_encode('{text}', struct(text)) AS key", "CAST(text AS BINARY) AS text")
    assertEquals(Seq(true), Plans.batches(found).map(_.supportsColumnar))
    assertEquals(50, found.where("key = text").count())
  }

  /** Of which the file, and Spark's batch, hold one. */
  @Test
  def textsOfABatchMayBeMoreThanAnArrayHolds(): Unit = {
    val count = (1L << 31) / 600000 + 100
    val text = "x" * 600000
    val frame = parquet(spark.range(0, count, 1, 1).selectExpr("id", s"repeat('x', ${text.length}) AS text"))
    val template = "{md5(text):032x}{id:i64}"
    val found = frame.selectExpr(s"rowkey_encode('$template', struct(text, id)) AS key").collect()
    val layout = RowKeyLayout.compile(template, Schema.parse("text:text,id:i64"))
    assertEquals(count, found.length)
    for (id <- Seq(0, 1, found.length - 1)) {
      assertArrayEquals(layout.key(text, id.toLong), found(id).getAs[Array[Byte]](0))
    }
  }
}
