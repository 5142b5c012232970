package io.rowkey.spark

import java.util.{HashMap, Locale}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.hbase.HBaseConfiguration
import org.apache.spark.sql.SparkSession

private[spark] object HBaseSettings {
  private val Prefixes = Seq("hbase.", "zookeeper.", "hadoop.", "fs.", "ipc.")

  /**
   * The settings of a client of HBase: those of Spark, of the `hbase-site.xml` in the class path, and of options. Spark Connect
   * hands options over in lower case, and HBase tells cases apart: a name that HBase has by default stands for that one.
   */
  def of(spark: SparkSession, options: Iterable[(String, String)]): Configuration = {
    val made = HBaseConfiguration.create(spark.sparkContext.hadoopConfiguration)
    lazy val known = {
      val names = new HashMap[String, String]
      made.forEach { setting =>
        names.put(setting.getKey.toLowerCase(Locale.ROOT), setting.getKey)
        ()
      }
      names
    }
    for ((name, value) <- options if Prefixes.exists(name.startsWith)) {
      made.set(if (made.get(name) == null) known.getOrDefault(name, name) else name, value)
    }
    made
  }
}
