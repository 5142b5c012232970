package io.rowkey.spark

import org.apache.spark.sql.SparkSession

/** The one Spark of a run, which ends with it. */
object LocalSpark {

  /** Two cores in this process, on which a task that fails is tried again. */
  lazy val session: SparkSession = builder("local[2,3]").getOrCreate()

  def builder(master: String): SparkSession.Builder = SparkSession
    .builder()
    .master(master)
    .appName("rowkey")
    .config("spark.sql.extensions", classOf[RowKeyExtensions].getName)
    .config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.sql.shuffle.partitions", "4")
    .config("spark.sql.session.timeZone", Zones.West.session)
    .config("spark.sql.warehouse.dir", System.getProperty("rowkey.spark.folder", ".") + "/warehouse")
}
