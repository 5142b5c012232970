package io.rowkey.spark

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.hbase.HBaseConfiguration
import org.apache.spark.sql.SparkSession

private[spark] object HBaseSettings {
  private val Prefixes = Seq("hbase.", "zookeeper.", "hadoop.", "fs.", "ipc.")

  /** The settings of a client of HBase: those of Spark, of the `hbase-site.xml` in the class path, and of options. */
  def of(spark: SparkSession, options: Iterable[(String, String)]): Configuration = {
    val made = HBaseConfiguration.create(spark.sparkContext.hadoopConfiguration)
    for ((name, value) <- options if Prefixes.exists(name.startsWith)) {
      made.set(name, value)
    }
    made
  }
}
