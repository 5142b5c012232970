package io.rowkey.spark.bench

import io.rowkey.RowKeyLayout
import io.rowkey.Schema
import io.rowkey.hbase.testing.LocalHBase
import io.rowkey.spark.{HBaseBulkLoad, LocalSpark}
import java.nio.file.Paths
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, Scan, TableDescriptorBuilder}
import org.apache.spark.sql.DataFrame

/** How long it takes to read a table of HBase whole, beside scans by hand that decode nothing, in turns. */
object ReadBench {
  import Workload._

  private val Template = "{md5(host) % 16:02d}|{host}|{ts:i64}{id:i64}"
  private val KeyColumns = "host:text,ts:time(ms),id:i64"

  /** Arguments: a folder, the number of rows, of rounds and of cores. */
  def main(arguments: Array[String]): Unit = {
    val folder = arguments(0)
    val rows = arguments(1).toLong
    val rounds = arguments(2).toInt
    val spark = LocalSpark.builder(s"local[${arguments(3)}]").getOrCreate()
    val hbase = LocalHBase.start(Paths.get(folder), 1)
    try {
      fill(spark.range(0, rows, 1, 8).toDF(), hbase)
      val read = spark.read.format("rowkey").options(options(hbase)).load()
      require(read.count() == rows)
      val ways = Seq[(String, () => Unit)](
        "every column" -> (() => read.write.format("noop").mode("overwrite").save()),
        "columns of the key" -> (() => read.select("host", "ts", "id").write.format("noop").mode("overwrite").save()),
        "sum of a cell and a column of the key" -> (() => { read.selectExpr("sum(load)", "max(id)").collect(); () }),
        "a scan of the client, one after the other" -> (() => scan(hbase, rows))
      )
      val times = (0 to rounds).map(_ => ways.map { case (_, run) => seconds(run()) })
      println(f"${s"$rows rows, local[${arguments(3)}]"}%-46s ${"s"}%8s ${"rows/s"}%12s")
      for (((name, _), i) <- ways.zipWithIndex) {
        val time = best(times.tail.map(_(i)))
        println(f"$name%-46s $time%8.2f ${rows / time}%12.0f")
      }
    } finally {
      spark.stop()
      hbase.close()
    }
  }

  private def options(hbase: LocalHBase): Map[String, String] = {
    val found = Map.newBuilder[String, String]
    hbase.settings.forEach(entry => found += entry.getKey -> entry.getValue)
    found ++= Seq("table" -> "read", "layout" -> Template, "keyColumns" -> KeyColumns)
    found ++= Seq("valueColumns" -> "load BIGINT m:load")
    found.result()
  }

  private def fill(ids: DataFrame, hbase: LocalHBase): Unit = {
    val table = TableDescriptorBuilder
      .newBuilder(TableName.valueOf("read"))
      .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
      .build()
    val admin = hbase.connection.getAdmin
    try admin.createTable(table, RowKeyLayout.compile(Template, Schema.parse(KeyColumns)).splits(8))
    finally admin.close()
    val frame = ids.selectExpr(
      "concat('web-', id % 1000) AS host",
      "timestamp_millis(1700000000000 + id) AS ts",
      "id",
      "id * 3 AS load"
    )
    val load = HBaseBulkLoad
      .of(frame)
      .layout(Template)
      .keyColumns(KeyColumns)
      .valueColumns("load BIGINT m:load")
      .table("read")
      .staging(hbase.folder.resolve("staging").toUri.toString)
    hbase.settings.forEach(entry => load.option(entry.getKey, entry.getValue))
    load.load()
    ()
  }

  private def scan(hbase: LocalHBase, rows: Long): Unit = {
    val table = hbase.connection.getTable(TableName.valueOf("read"))
    val found = table.getScanner(new Scan().setCacheBlocks(false))
    var count = 0L
    while (found.next() != null) {
      count += 1
    }
    require(count == rows)
    found.close()
    table.close()
  }
}
