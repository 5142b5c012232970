package io.rowkey.spark

import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import java.nio.file.{Files, Path, Paths}
import org.apache.hadoop.hbase.client.Scan
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.streaming.{StreamingQuery, Trigger}
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.{AfterEach, BeforeEach, Test}
import org.junit.jupiter.api.extension.ExtendWith

/** Streams that are put into a real table, stopped and begun again. */
@ExtendWith(Array(classOf[WithHBase]))
class StreamTest {
  private var web: Web = _
  private var folder: Path = _

  @BeforeEach
  def take(hbase: LocalHBase): Unit = {
    web = new Web(hbase)
    folder = Files.createTempDirectory(Paths.get(System.getProperty("rowkey.spark.folder")), "stream")
  }

  @AfterEach
  def repair(): Unit = FaultyConnection.failPuts(0)

  /** Adds a file of rows to the input. */
  private def add(rows: DataFrame): Unit =
    rows.coalesce(1).write.mode("append").parquet(folder.resolve("input").toString)

  private def input: DataFrame =
    web.spark.readStream
      .schema(web.rows(1).schema)
      .option("maxFilesPerTrigger", "1")
      .parquet(folder.resolve("input").toString)

  /** Puts what there is of the input, a file in each batch. */
  private def run(frame: DataFrame, table: String, options: (String, String)*): StreamingQuery = {
    val query = frame.writeStream
      .format("rowkey")
      .options(web.options(table) ++ options)
      .option("checkpointLocation", folder.resolve("checkpoint").toString)
      .trigger(Trigger.AvailableNow())
      .start()
    query.awaitTermination()
    query
  }

  /** The batches that a checkpoint has as complete. */
  private def commits: Seq[Path] = {
    val files = Files.list(folder.resolve("checkpoint/commits"))
    try
      files
        .toArray(new Array[Path](_))
        .toSeq
        .filter(_.getFileName.toString.forall(_.isDigit))
        .sortBy(_.getFileName.toString.toInt)
    finally files.close()
  }

  /** Takes the last batch for one that did not end. */
  private def forgetLastBatch(): Unit = {
    val last = commits.last
    Files.delete(last)
    Files.deleteIfExists(last.resolveSibling(s".${last.getFileName}.crc"))
  }

  /** How many cells of `m:load` there are, those of every version counted. */
  private def versions(name: String): Int = web.withTable(name) { table =>
    val rows = table.getScanner(new Scan().setRaw(true).readAllVersions().addFamily(Bytes.toBytes("m")))
    try Iterator.continually(rows.next()).takeWhile(_ != null).map(_.rawCells.length).sum
    finally rows.close()
  }

  @Test
  def aStreamGoesOnFromItsCheckpoint(): Unit = {
    val table = web.create(4)
    val frame = web.rows(900)
    add(frame.where("load < 300"))
    add(frame.where("load >= 300 AND load < 600"))
    run(input, table)
    assertEquals(2, commits.size)
    assertEquals(600L, web.counts(table).sum)
    add(frame.where("load >= 600"))
    run(input, table)
    assertEquals(3, commits.size)
    assertEquals(900L, web.counts(table).sum)
    web.assertFetched(frame, table)
    assertEquals(900, versions(table))
    // Nothing is new.
    run(input, table)
    assertEquals(900, versions(table))
  }

  /** It puts the same rows, and with the time of the batch the very same cells. */
  @Test
  def aBatchThatIsTriedAgainPutsTheSameRows(): Unit = {
    for ((times, most) <- Seq(false -> 600, true -> 300)) {
      folder = Files.createTempDirectory(folder, "again")
      val table = web.create(4)
      val frame = web.rows(300)
      add(frame)
      def again(options: (String, String)*): Unit =
        if (times)
          run(input.selectExpr("*", "current_timestamp() AS at"), table, options :+ ("timestampColumn" -> "at"): _*)
        else run(input, table, options: _*)
      again()
      forgetLastBatch()
      again()
      assertEquals(1, commits.size)
      assertEquals(300L, web.counts(table).sum)
      web.assertFetched(frame, table)
      assertTrue(versions(table) <= most, s"${versions(table)} versions")
    }
  }

  /** HBase has some rows of a batch whose query ends with an error. */
  @Test
  def aStreamThatFailedGoesOn(): Unit = {
    val table = web.create(4)
    val frame = web.rows(300)
    add(frame)
    FaultyConnection.failPuts(1000)
    val e = assertThrows(classOf[Exception], () => { run(input, table, FaultyConnection.Use); () })
    assertTrue(e.getMessage.contains("put fails, says the test"), e.getMessage)
    assertEquals(0, FaultyConnection.Open.get)
    FaultyConnection.failPuts(0)
    run(input, table)
    assertEquals(300L, web.counts(table).sum)
    web.assertFetched(frame, table)
  }

  /** The changed rows of an aggregate go over those with their keys. */
  @Test
  def updatesGoOverTheirRows(): Unit = {
    val table = web.create(2)
    val frame = web.rows(400)
    val options = Map("layout" -> "{host}", "keyColumns" -> "host:text", "valueColumns" -> "rows BIGINT m:rows")
    def update(): Unit = input
      .groupBy("host")
      .agg(org.apache.spark.sql.functions.count("*").as("rows"))
      .writeStream
      .outputMode("update")
      .format("rowkey")
      .options(web.options(table) ++ options)
      .option("checkpointLocation", folder.resolve("checkpoint").toString)
      .trigger(Trigger.AvailableNow())
      .start()
      .awaitTermination()
    add(frame.where("load < 100"))
    update()
    add(frame.where("load >= 100"))
    update()
    val found = web.reader(table).options(options).load()
    val expected = frame.groupBy("host").count().withColumnRenamed("count", "rows")
    assertEquals(expected.count(), found.count())
    assertEquals(0, expected.exceptAll(found).count())
  }

  @Test
  def whatStreamsCannotDoIsTold(): Unit = {
    val table = web.create(2)
    add(web.rows(10))
    val cases = Seq(
      Seq(
        "write" -> "bulk-load",
        "staging" -> web.staging
      ) -> "a stream of bulk loads (expected puts, or foreachBatch)",
      Seq(
        "valueColumns" -> "load INT m:load, unit STRING n:unit, level DOUBLE n:level"
      ) -> "column load is of type BIGINT and not INT"
    )
    for ((options, expected) <- cases) {
      val e = assertThrows(classOf[Exception], () => { run(input, table, options: _*); () })
      assertTrue(e.getMessage.contains(expected), e.getMessage)
    }
    assertEquals(0L, web.counts(table).sum)
  }
}
