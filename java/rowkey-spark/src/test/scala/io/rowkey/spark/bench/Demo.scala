package io.rowkey.spark.bench

import io.rowkey.{RowKeyLayout, Schema}
import io.rowkey.hbase.testing.LocalHBase
import io.rowkey.spark.{HBaseBulkLoad, LocalSpark}
import java.nio.file.Paths
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, TableDescriptorBuilder}
import org.apache.spark.sql.functions.expr

/** Turns a Parquet file into a table of HBase, and reads a part of it back. */
object Demo {
  private val Template = "{md5(user) % 16:02d}|{user:u64}{ts:i64}"
  private val Columns = "user:i64,ts:time(ms)"
  private val Values = "amount INT m:amount, page STRING m:page"

  /** Arguments: a folder and the number of rows. */
  def main(arguments: Array[String]): Unit = {
    val folder = arguments(0)
    val rows = arguments(1).toLong
    val hbase = LocalHBase.start(Paths.get(folder), 2)
    val spark = LocalSpark.session
    import Workload.seconds
    try {
      println(s"layout: $Template")
      val place = hbase.folder.resolve("visits.parquet").toString
      val make = seconds {
        spark
          .range(0, rows, 1, 8)
          .selectExpr(
            // A few users have most of the rows.
            "CAST(pow(rand(1), 8) * 1000000 AS BIGINT) AS user",
            "timestamp_millis(1700000000000 + id * 10) AS ts",
            "CAST(id % 1000 AS INT) AS amount",
            "concat('/page/', id % 97) AS page"
          )
          .write
          .parquet(place)
      }
      println(f"made    $rows rows of Parquet in $make%.1f s")
      val visits = spark.read.parquet(place)

      val splits = RowKeyLayout.compile(Template, Schema.parse(Columns)).splits(8)
      val table = TableDescriptorBuilder
        .newBuilder(TableName.valueOf("visits"))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
        .build()
      val admin = hbase.connection.getAdmin
      admin.createTable(table, splits)
      admin.close()

      val load = HBaseBulkLoad
        .of(visits)
        .layout(Template)
        .keyColumns(Columns)
        .valueColumns(Values)
        .table("visits")
        .staging(hbase.folder.resolve("staging").toUri.toString)
      hbase.settings.forEach(entry => load.option(entry.getKey, entry.getValue))
      var files = 0
      val loading = seconds { files = load.load().files }
      println(
        f"loaded  them into ${splits.length + 1} regions in $loading%.1f s: ${rows / loading}%.0f rows/s, $files files"
      )

      val reader = spark.read
        .format("rowkey")
        .option("table", "visits")
        .option("layout", Template)
        .option("keyColumns", Columns)
        .option("valueColumns", Values)
      hbase.settings.forEach(entry => reader.option(entry.getKey, entry.getValue))
      val from = java.time.Instant.ofEpochMilli(1700000000000L + rows * 2)
      val filter = s"user = 0 AND ts >= TIMESTAMP'$from' AND ts < TIMESTAMP'${from.plusMillis(rows * 2)}'"
      var found = 0L
      val reading = seconds { found = reader.load().where(filter).count() }
      require(found == visits.where(filter).count(), "HBase has other rows than the file")
      println(f"read    $found rows of user 0 and a fifth of the time back in $reading%.1f s")

      val key = s"rowkey_encode('$Template', struct(user, ts), '$Columns')"
      // Spark's conv and hex, as the digest is 128 bits and the numbers are 8 bytes.
      val builtIns =
        "concat(CAST(lpad(CAST(conv(substr(md5(CAST(user AS STRING)), -1), 16, 10) AS STRING), 2, '0') AS BINARY), " +
          "CAST('|' AS BINARY), unhex(lpad(hex(user), 16, '0')), unhex(lpad(hex(unix_millis(ts) ^ " +
          "CAST(-9223372036854775808 AS BIGINT)), 16, '0')))"
      require(visits.where(expr(s"$key != $builtIns")).isEmpty, "the built-in functions make other keys")
      for ((name, expression) <- Seq("rowkey_encode" -> key, "built-in functions" -> builtIns)) {
        val times = (1 to 3).map(_ =>
          seconds(visits.select(expr(expression).as("key")).write.format("noop").mode("overwrite").save())
        )
        println(f"keys    by $name: ${Workload.best(times)}%.1f s, ${rows / Workload.best(times)}%.0f rows/s")
      }
    } finally {
      spark.stop()
      hbase.close()
    }
  }
}
