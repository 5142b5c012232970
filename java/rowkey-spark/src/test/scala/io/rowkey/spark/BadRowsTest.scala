package io.rowkey.spark

import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import org.apache.hadoop.hbase.client.Put
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.TestInstance.Lifecycle
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}
import org.junit.jupiter.api.extension.ExtendWith

/** Rows of a table that the layout did not make, among many that it made. */
@ExtendWith(Array(classOf[WithHBase]))
@TestInstance(Lifecycle.PER_CLASS)
class BadRowsTest {
  private var web: Web = _
  private var table: String = _
  private var frame: DataFrame = _

  /** Another key of the form is one that its digest does not fit. */
  private val foreign = Seq("00|x", "x\u0001", "99|web-1|12345678")

  @BeforeAll
  def load(hbase: LocalHBase): Unit = {
    web = new Web(hbase)
    table = web.create(4)
    frame = web.rows(5000)
    web.writer(frame, table).save()
    web.withTable(table) { table =>
      foreign.foreach { key =>
        table.put(new Put(Bytes.toBytes(key)).addColumn(Bytes.toBytes("m"), Bytes.toBytes("load"), Bytes.toBytes(1L)))
      }
      table.put(new Put(short).addColumn(Bytes.toBytes("m"), Bytes.toBytes("load"), Array[Byte](1)))
      table.put(new Put(late).addColumn(Bytes.toBytes("n"), Bytes.toBytes("level"), Array[Byte](1)))
    }
  }

  /** Keys of the layout, with a cell that does not hold a number: the first one, and the last one after some that lack. */
  private def short = Web.Layout.key("web-1", java.time.Instant.parse("2020-01-01T00:00:00Z"))
  private def late = Web.Layout.key("web-1", java.time.Instant.parse("2020-01-02T00:00:00Z"))

  private def read(mode: String, options: (String, String)*): DataFrame =
    web.reader(table).option("mode", mode).options(options.toMap).load()

  private def metric(frame: DataFrame, name: String): Long =
    frame.queryExecution.executedPlan
      .collectLeaves()
      .collect { case scan: BatchScanExec => scan.metrics(name).value }
      .sum

  @Test
  def aBadRowIsAnErrorUnlessItIsSaidOtherwise(): Unit =
    for (reader <- Seq(web.reader(table), web.reader(table).option("mode", "failfast"))) {
      val e = assertThrows(classOf[Exception], () => { reader.load().collect(); () })
      assertTrue(e.getMessage.contains(s"of table $table: "), e.getMessage)
    }

  @Test
  def rowsBeyondALimitAreNotAsked(): Unit = {
    val other = web.create(1)
    web.writer(frame.limit(50), other).save()
    web.withTable(other)(
      _.put(new Put(Bytes.toBytes("x")).addColumn(Bytes.toBytes("m"), Bytes.toBytes("load"), Bytes.toBytes(1L)))
    )
    val found = web.reader(other).load()
    assertEquals(50, found.limit(50).collect().length)
    val e = assertThrows(classOf[Exception], () => { found.limit(51).collect(); () })
    assertTrue(e.getMessage.contains(s"row x of table $other: "), e.getMessage)
  }

  @Test
  def badRowsAreLeftOutAndCounted(): Unit = {
    val found = read("DROPMALFORMED")
    val all = found.select(frame.columns.map(found.col).toIndexedSeq: _*)
    assertEquals(5000, all.collect().length)
    assertEquals((5005L, 5L), (metric(all, "rowsRead"), metric(all, "badRows")))
    assertEquals(4L, metric(all, "ranges"))
    assertEquals(0, frame.exceptAll(all).count())
    // The cell is not read. Keys are, whatever is.
    assertEquals(5002L, found.count())
    assertEquals(5002L, found.select("host").collect().length.toLong)
    assertEquals(0L, found.where("unit = 'none' AND load = 1").count())
  }

  @Test
  def badRowsAreToldInAColumn(): Unit = {
    val found = read("PERMISSIVE")
    assertEquals(frame.columns.toSeq :+ "_corrupt_record", found.columns.toSeq)
    val bad = found.where("_corrupt_record IS NOT NULL").collect()
    assertEquals(5, bad.length)
    val texts = bad.map(_.getAs[String]("_corrupt_record"))
    for (key <- foreign.map(Bytes.toBytes) :+ short :+ late) {
      val start = s"row ${Bytes.toStringBinary(key)} of table $table: "
      assertEquals(1, texts.count(_.startsWith(start)), s"$start in ${texts.mkString("\n")}")
    }
    assertTrue(bad.forall(row => (0 until 5).forall(row.isNullAt)))
    assertEquals(0, frame.exceptAll(found.where("_corrupt_record IS NULL").drop("_corrupt_record")).count())
    assertEquals(5005L, found.count())
    assertEquals(5001, found.select("host", "load").where("host IS NOT NULL").collect().length)
    val all = found.where("true")
    all.collect()
    assertEquals((5005L, 5L), (metric(all, "rowsRead"), metric(all, "badRows")))
  }

  @Test
  def theColumnOfBadRowsMayHoldTheirKeys(): Unit = {
    val options = Seq("mode" -> "permissive", "columnNameOfCorruptRecord" -> "bad")
    val found =
      web.reader(table).options(options.toMap).schema("bad BINARY, load BIGINT").load().where("bad IS NOT NULL")
    val keys = found.collect().map(row => Bytes.toStringBinary(row.getAs[Array[Byte]]("bad"))).toSet
    assertEquals((foreign.map(Bytes.toBytes) :+ short).map(Bytes.toStringBinary(_)).toSet, keys)
  }

  @Test
  def wrongModesAreTold(): Unit = {
    val cases = Seq(
      (() => read("lenient")) -> "the mode lenient (expected FAILFAST, DROPMALFORMED, PERMISSIVE)",
      (() => web.reader(table).option("mode", "PERMISSIVE").schema("host STRING").load()) ->
        "mode PERMISSIVE without the column _corrupt_record",
      (() => read("PERMISSIVE", "columnNameOfCorruptRecord" -> "host")) -> "two columns are called host"
    )
    for ((wrong, expected) <- cases) {
      val e = assertThrows(classOf[Exception], () => { wrong().collect(); () })
      assertTrue(e.getMessage.contains(expected), e.getMessage)
    }
  }
}
