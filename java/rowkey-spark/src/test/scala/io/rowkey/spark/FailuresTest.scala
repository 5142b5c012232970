package io.rowkey.spark

import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import org.apache.spark.sql.DataFrame
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.TestInstance.Lifecycle
import org.junit.jupiter.api.{AfterEach, BeforeAll, Test, TestInstance}
import org.junit.jupiter.api.extension.ExtendWith

/** Reads and writes of which something fails: what they have opened is closed. */
@ExtendWith(Array(classOf[WithHBase]))
@TestInstance(Lifecycle.PER_CLASS)
class FailuresTest {
  private var hbase: LocalHBase = _
  private var web: Web = _
  private var table: String = _

  @BeforeAll
  def load(started: LocalHBase): Unit = {
    hbase = started
    web = new Web(started)
    table = web.create(4)
    web.writer(web.rows(1000), table).save()
  }

  @AfterEach
  def repair(): Unit = {
    FaultyConnection.fault = ""
    FaultyConnection.failPuts(0)
  }

  private def read: DataFrame =
    web.reader(table).option(FaultyConnection.Use._1, FaultyConnection.Use._2).load()

  /** A job may fail while tasks of it run. */
  private def assertClosed(): Unit = hbase.await("no open connection", () => FaultyConnection.Open.get == 0)

  private def messages(e: Throwable): String =
    Iterator.iterate(e)(_.getCause).takeWhile(_ != null).map(_.getMessage).mkString("; ")

  @Test
  def connectionsOfReadsAreClosed(): Unit = {
    assertEquals(1000, read.collect().length)
    assertEquals(1, read.limit(1).collect().length)
    assertClosed()
    FaultyConnection.fault = "getTable"
    val e = assertThrows(classOf[Exception], () => { read.collect(); () })
    assertTrue(messages(e).contains("no table, says the test"), messages(e))
    assertClosed()
    FaultyConnection.fault = "close"
    // What a completed task closes is logged when it fails.
    scala.util.Try(read.collect())
    assertClosed()
  }

  @Test
  def connectionsOfWritesAreClosed(): Unit = {
    def write(): Unit =
      web.writer(web.rows(1000), table).option(FaultyConnection.Use._1, FaultyConnection.Use._2).save()
    write()
    assertClosed()
    FaultyConnection.failPuts(1000)
    val e = assertThrows(classOf[Exception], () => write())
    assertTrue(messages(e).contains("put fails, says the test"), messages(e))
    assertClosed()
  }

  /** The first attempt has put its rows when it fails: the next one puts the same rows. */
  @Test
  def aTaskThatIsTriedAgainPutsTheSameRows(): Unit = {
    val other = web.create(4)
    val frame = web.rows(2000)
    FaultyConnection.failPuts(2)
    web.writer(frame, other).option(FaultyConnection.Use._1, FaultyConnection.Use._2).save()
    assertEquals(2000L, web.counts(other).sum)
    web.assertFetched(frame, other)
  }

  /** A close that fails after an error does not take its place. */
  @Test
  def theFirstErrorIsTold(): Unit = {
    FaultyConnection.fault = "close"
    val wrong = web
      .writer(web.rows(10).drop("unit", "level"), table)
      .option("valueColumns", "load BIGINT z:load")
      .option(FaultyConnection.Use._1, FaultyConnection.Use._2)
    val thrown = assertThrows(classOf[Exception], () => { wrong.save(); () })
    val first = Iterator.iterate[Throwable](thrown)(_.getCause).takeWhile(_ != null).toSeq.last
    assertTrue(first.getMessage.contains(s"table $table has no family z"), first.toString)
    assertEquals("close fails, says the test", first.getSuppressed.head.getMessage)
    assertClosed()
    val same = new IllegalStateException("both")
    assertSame(
      same,
      assertThrows(classOf[IllegalStateException], () => { Resources.ending[Unit](throw same)(throw same); () })
    )
    val late = assertThrows(classOf[IllegalStateException], () => { Resources.ending(1)(throw same); () })
    assertSame(same, late)
  }

  @Test
  def resourcesAreClosedWhateverFails(): Unit = {
    val closed = new StringBuilder
    def resource(name: String, fails: Boolean): AutoCloseable = () => {
      closed.append(name)
      if (fails) throw new IllegalStateException(s"$name fails")
    }
    val resources = new Resources
    resources.open(resource("a", fails = true))
    resources.open(resource("b", fails = false))
    val e = assertThrows(
      classOf[UnsupportedOperationException],
      () => { resources.open[AutoCloseable](throw new UnsupportedOperationException("c")); () }
    )
    assertEquals("ba", closed.toString)
    assertEquals("a fails", e.getSuppressed.head.getMessage)
    Seq("d", "e").foreach(name => resources.open(resource(name, fails = true)))
    val other = assertThrows(classOf[IllegalStateException], () => resources.close())
    assertEquals(
      ("baed", "e fails", "d fails"),
      (closed.toString, other.getMessage, other.getSuppressed.head.getMessage)
    )
    resources.close()
    assertEquals("baed", closed.toString)
    val good = resource("f", fails = false)
    assertSame(good, Resources.checked(good)(()))
    assertEquals("baed", closed.toString)
    val bad = assertThrows(
      classOf[UnsupportedOperationException],
      () => { Resources.checked(resource("g", fails = true))(throw new UnsupportedOperationException("check")); () }
    )
    assertEquals(("baedg", "g fails"), (closed.toString, bad.getSuppressed.head.getMessage))
  }

  /** How many objects of the native library wait to be closed, or collected. */
  private def inUse: Int = {
    val waiting = Class.forName("io.rowkey.Reaper").getDeclaredField("WAITING")
    waiting.setAccessible(true)
    val all = waiting.get(null).asInstanceOf[java.util.Set[_]]
    all.synchronized(all.size)
  }

  /** The first run makes what the driver keeps. */
  @Test
  def layoutsOfTasksAreClosed(): Unit = {
    val rows = web.rows(1000)
    val template = "{md5(host) % 16:02d}|{host}|{load:i64}"
    val keyed = rows.selectExpr(s"rowkey_encode('$template', struct(host, load)) AS key", "load")
    val decoded = keyed.selectExpr(s"rowkey_decode('$template', key, 'host:text,load:i64') AS record", "key")
    val frames = Seq(
      web.reader(table).load(),
      keyed,
      keyed.where("load % 2 = 0 AND rowkey_region(key, array('1', '2')) = 0"),
      decoded.selectExpr("record.host", "rowkey_region(key, array('05', '10'))")
    )
    for (frame <- frames) {
      frame.collect()
      val before = inUse
      (1 to 3).foreach(_ => frame.collect())
      assertTrue(inUse <= before, s"$inUse, $before before: ${frame.queryExecution.executedPlan}")
    }
    val before = inUse
    (1 to 3).foreach { _ =>
      assertThrows(classOf[Exception], () => { rows.selectExpr("rowkey_encode('{random()}{host}', struct(host))"); () })
    }
    assertTrue(inUse <= before, s"$inUse, $before before")
  }
}
