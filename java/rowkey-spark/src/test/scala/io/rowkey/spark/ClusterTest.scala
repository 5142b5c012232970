package io.rowkey.spark

import io.rowkey.hbase.HFileWriter
import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import java.lang.ProcessBuilder.Redirect
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path => Place, Paths}
import java.util.concurrent.TimeUnit
import org.apache.hadoop.fs.Path
import org.apache.hadoop.hbase.TableName
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.{BeforeEach, Test}
import org.junit.jupiter.api.extension.ExtendWith
import scala.util.Properties

/** Tasks that are slow, or whose executor dies, on executors that are processes of their own. */
@ExtendWith(Array(classOf[WithHBase]))
class ClusterTest {
  private val rows = 20000L
  private val regions = 8
  private val build = Paths.get(System.getProperty("rowkey.spark.folder"))
  private var hbase: LocalHBase = _
  private var web: Web = _

  @BeforeEach
  def take(started: LocalHBase): Unit = {
    hbase = started
    web = new Web(started)
  }

  /** What `ClusterWrite` prints. */
  private case class Outcome(rows: Long, files: Long, speculative: Long, killed: Long, lost: Long)

  private def write(table: String, folder: Place, fault: String): Outcome = {
    val java = Paths.get(System.getProperty("java.home"), "bin", "java").toString
    val opens =
      ManagementFactory.getRuntimeMXBean.getInputArguments.toArray.toSeq.map(_.toString).filter(_.startsWith("--add"))
    val path = s"$build/test-classes:$build/classes:${new String(Files.readAllBytes(build.resolve("classpath"))).trim}"
    // Spark's own jars are in the class path: its home only has to be there, and its Scala is not looked for.
    val home = build.resolve("home")
    Files.createDirectories(home.resolve("jars"))
    val options =
      (web.settings ++ Seq("fs.faulty.impl" -> classOf[FaultyDisk].getName, "fs.faulty.fault" -> fault)).toSeq
        .flatMap { case (name, value) => Seq(name, value) }
    val command = (java +: opens) ++
      Seq("-Xmx1g", s"-Drowkey.spark.folder=$home", "-cp", path, ClusterWrite.getClass.getName.stripSuffix("$")) ++
      Seq(s"${web.folder}/rows-$rows.parquet", table, s"faulty:$folder") ++ options
    val output = home.resolve("output")
    val log = home.resolve("log")
    val builder = new ProcessBuilder(command: _*)
      .directory(home.toFile)
      .redirectOutput(output.toFile)
      .redirectError(Redirect.to(log.toFile))
    builder.environment.put("SPARK_HOME", home.toString)
    builder.environment.put("SPARK_SCALA_VERSION", Properties.versionNumberString.split('.').take(2).mkString("."))
    val process = builder.start()
    try {
      assertTrue(process.waitFor(2, TimeUnit.MINUTES), s"the cluster does not end: see $log")
      assertEquals(0, process.exitValue, s"the cluster failed: see $log")
    } finally {
      // Which ends its executors as well.
      process.destroy()
      process.waitFor()
    }
    val lines = Files.readAllLines(output).toArray(Array.empty[String])
    val numbers = lines.find(_.startsWith("result ")).get.split(' ').tail.map(_.toLong)
    Outcome(numbers(0), numbers(1), numbers(2), numbers(3), numbers(4))
  }

  /** Writes on a disk with a fault, loads what was written, and looks at all of it. */
  private def writeAndLoad(fault: String): Outcome = {
    val table = web.create(regions)
    val frame = web.rows(rows)
    val folder = hbase.folder.resolve(s"cluster-$table")
    val outcome = write(table, folder, fault)
    assertEquals(rows, outcome.rows)
    assertEquals(2L * regions, outcome.files)
    // Each cell once: in HBase, two of the same row would look like one.
    assertEquals(
      frame.selectExpr("sum(2 + if(unit IS NULL, 0, 1))").head().getLong(0),
      web.entries(new Path(folder.toUri)).values.flatten.sum
    )
    val left = Files.list(folder.getParent)
    try assertEquals(0, left.filter(_.getFileName.toString.startsWith(".rowkey")).count)
    finally left.close()
    HFileWriter.load(hbase.connection, TableName.valueOf(table), new Path(folder.toUri))
    web.assertFetched(frame, table)
    assertEquals(rows, web.counts(table).sum)
    outcome
  }

  @Test
  def slowTasksHaveASecondAttempt(): Unit = {
    val outcome = writeAndLoad("wait")
    assertTrue(outcome.speculative >= 1 && outcome.killed >= 1, outcome.toString)
    assertEquals(0, outcome.lost)
  }

  @Test
  def tasksOfLostExecutorsAreTriedAgain(): Unit = {
    val outcome = writeAndLoad("die")
    assertTrue(outcome.lost >= 1, outcome.toString)
  }
}
