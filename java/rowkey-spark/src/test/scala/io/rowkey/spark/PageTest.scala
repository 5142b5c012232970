package io.rowkey.spark

import io.rowkey.hbase.testing.{LocalHBase, WithHBase}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Paths}
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptorBuilder, TableDescriptorBuilder}
import org.apache.spark.sql.Row
import org.junit.jupiter.api.Assertions._
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith

/** The statements of SQL in README.md. */
@ExtendWith(Array(classOf[WithHBase]))
class PageTest {
  @Test
  def statementsOfThePageRun(hbase: LocalHBase): Unit = {
    val web = new Web(hbase)
    web.withAdmin(
      _.createTable(
        TableDescriptorBuilder
          .newBuilder(TableName.valueOf("metrics"))
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
          .build()
      )
    )
    val settings = web.spark.sparkContext.hadoopConfiguration
    web.settings.foreach { case (name, value) => settings.set(name, value) }
    try {
      val page = new String(Files.readAllBytes(Paths.get(System.getProperty("rowkey.spark.page"))), UTF_8)
      val blocks = page.split("```sql\n").tail.map(_.takeWhile(_ != '`')).toSeq
      assertEquals(1, blocks.size)
      val results = blocks.flatMap(_.split(";\n")).map(statement => web.spark.sql(statement).collect().toSeq)
      assertEquals(Seq(Nil, Nil, Seq(Row(17L)), Nil), results)
      assertEquals(2L, web.counts("metrics").sum)
    } finally web.settings.keys.foreach(settings.unset)
  }
}
