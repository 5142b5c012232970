package io.rowkey.spark

import java.util.concurrent.atomic.AtomicInteger
import org.apache.spark.SparkConf
import org.apache.spark.deploy.TwoHosts
import org.apache.spark.scheduler.{
  SparkListener,
  SparkListenerExecutorRemoved,
  SparkListenerTaskEnd,
  SparkListenerTaskStart
}

/**
 * Writes HFiles on a cluster of two executors, processes of their own, with speculative execution. It prints what was written,
 * and how many attempts were speculative, were killed, and how many executors were lost.
 */
object ClusterWrite {
  private val speculative = new AtomicInteger
  private val killed = new AtomicInteger
  private val lost = new AtomicInteger

  private object Counter extends SparkListener {
    override def onTaskStart(start: SparkListenerTaskStart): Unit =
      if (start.taskInfo.speculative) speculative.incrementAndGet()
    override def onTaskEnd(end: SparkListenerTaskEnd): Unit =
      if (end.taskInfo.killed) killed.incrementAndGet()
    override def onExecutorRemoved(removed: SparkListenerExecutorRemoved): Unit = lost.incrementAndGet()
  }

  /** Arguments: the Parquet file, the table, where files go, and options of the load, a name and a value each. */
  def main(arguments: Array[String]): Unit = {
    val (rows, table, folder) = (arguments(0), arguments(1), arguments(2))
    val home = System.getenv("SPARK_HOME")
    val conf = new SparkConf().set("spark.master.rest.enabled", "false").set("spark.ui.enabled", "false")
    val spark = LocalSpark
      .builder(TwoHosts.start(conf, s"$home/work"))
      .config("spark.executor.memory", "512m")
      .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
      .config("spark.speculation", "true")
      .config("spark.speculation.interval", "50ms")
      .config("spark.speculation.quantile", "0.5")
      .getOrCreate()
    spark.sparkContext.addSparkListener(Counter)
    try {
      val load = HBaseBulkLoad
        .of(spark.read.parquet(rows))
        .layout(Web.Template)
        .keyColumns(Web.KeyColumns)
        .valueColumns(Web.ValueColumns)
        .table(table)
      arguments.drop(3).grouped(2).foreach(option => load.option(option(0), option(1)))
      val result = load.writeHFiles(folder)
      // The slower attempt is told to end once the job has its result.
      val until = System.nanoTime + 30000000000L
      while (speculative.get > killed.get && System.nanoTime < until) {
        Thread.sleep(20)
      }
      println(s"result ${result.rows} ${result.files} ${speculative.get} ${killed.get} ${lost.get}")
    } finally spark.stop()
  }
}
