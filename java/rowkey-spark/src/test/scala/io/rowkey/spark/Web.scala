package io.rowkey.spark

import io.rowkey.hbase.testing.LocalHBase
import io.rowkey.{RowKeyLayout, Schema}
import java.util.concurrent.atomic.AtomicInteger
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client._
import org.apache.hadoop.hbase.io.compress.Compression
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding
import org.apache.hadoop.hbase.io.hfile.{CacheConfig, HFile}
import org.apache.hadoop.hbase.regionserver.BloomType
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.{DataFrame, DataFrameWriter, Row}
import org.junit.jupiter.api.Assertions.assertEquals

/** Rows of hosts and times, half of them of one host, in Parquet; and tables for them. */
final class Web(hbase: LocalHBase) {
  import Web._

  val spark = LocalSpark.session
  val folder: String = hbase.folder.resolve("spark").toUri.toString
  val staging: String = s"$folder/staging"

  /** A table that is split for the layout: two families, one of them compressed and encoded. */
  def create(regions: Int = 8, layout: RowKeyLayout = Layout): String = create(layout.splits(regions))

  def create(splits: Array[Array[Byte]]): String = {
    val table = descriptor()
    withAdmin(_.createTable(table, splits))
    table.getTableName.getNameAsString
  }

  /** That of a new table. */
  def descriptor(): TableDescriptor =
    TableDescriptorBuilder
      .newBuilder(TableName.valueOf(s"spark-${Tables.incrementAndGet()}"))
      .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
      .setColumnFamily(
        ColumnFamilyDescriptorBuilder
          .newBuilder(Bytes.toBytes("n"))
          .setCompressionType(Compression.Algorithm.GZ)
          .setBloomFilterType(BloomType.ROWCOL)
          .setDataBlockEncoding(DataBlockEncoding.FAST_DIFF)
          .build()
      )
      .build()

  /** Rows that were written to Parquet and read from it. */
  def rows(count: Long): DataFrame = {
    val place = s"$folder/rows-$count.parquet"
    spark
      .range(0, count, 1, 4)
      .selectExpr(
        "if(id % 2 = 0, 'web-1', concat('web-', 2 + id % 500)) AS host",
        "timestamp_millis(1700000000000 + id * 250) AS ts",
        "id AS load",
        "if(id % 3 = 0, NULL, concat('unit ', id)) AS unit",
        "CAST(-id AS DOUBLE) / 4 AS level"
      )
      .write
      .mode("overwrite")
      .parquet(place)
    spark.read.parquet(place)
  }

  def loader(frame: DataFrame, table: String): HBaseBulkLoad = {
    val load = HBaseBulkLoad
      .of(frame)
      .layout(Template)
      .keyColumns(KeyColumns)
      .valueColumns(ValueColumns)
      .table(table)
      .staging(staging)
    settings.foldLeft(load) { case (load, (name, value)) => load.option(name, value) }
  }

  def reader(table: String): org.apache.spark.sql.DataFrameReader =
    spark.read.format("rowkey").options(options(table))

  /** Appends to a table by puts. */
  def writer(frame: DataFrame, table: String): DataFrameWriter[Row] =
    frame.write.format("rowkey").mode("append").options(options(table))

  /** What reads and writes of a table share. */
  def options(table: String): Map[String, String] = settings ++ Map(
    "table" -> table,
    "layout" -> Template,
    "keyColumns" -> KeyColumns,
    "valueColumns" -> ValueColumns
  )

  /** The same for `OPTIONS` of SQL. */
  def sqlOptions(table: String): String =
    options(table).map { case (name, value) => "`" + name + "` '" + value + "'" }.mkString(", ")

  /** Where the HBase is, and its files. */
  def settings: Map[String, String] =
    Seq(
      "hbase.zookeeper.quorum",
      "hbase.zookeeper.property.clientPort",
      "hbase.fs.tmp.dir",
      "hbase.client.pause",
      "hbase.client.retries.number"
    ).map(name => name -> hbase.settings.get(name)).toMap

  def withAdmin(use: Admin => Unit): Unit = {
    val admin = hbase.connection.getAdmin
    try use(admin)
    finally admin.close()
  }

  def withTable[T](name: String)(use: Table => T): T = {
    val table = hbase.connection.getTable(TableName.valueOf(name))
    try use(table)
    finally table.close()
  }

  /** The rows of each region, counted one by one. */
  def counts(name: String): Seq[Long] = withTable(name) { table =>
    val locator = hbase.connection.getRegionLocator(table.getName)
    try {
      locator.getAllRegionLocations.toArray(Array.empty[org.apache.hadoop.hbase.HRegionLocation]).toSeq.map {
        location =>
          val region = location.getRegion
          val scan = new Scan().withStartRow(region.getStartKey).withStopRow(region.getEndKey).setCaching(10000)
          val rows = table.getScanner(scan)
          try Iterator.continually(rows.next()).takeWhile(_ != null).size.toLong
          finally rows.close()
      }
    } finally locator.close()
  }

  /** Fetches every row of a frame by its key, and compares all cells. */
  def assertFetched(frame: DataFrame, table: String): Unit = withTable(table) { table =>
    frame.collect().grouped(5000).foreach { rows =>
      val gets = new java.util.ArrayList[Get]
      rows.foreach { row =>
        gets.add(new Get(Layout.key(row.getAs[String]("host"), row.getAs[java.sql.Timestamp]("ts").toInstant)))
      }
      table.get(gets).zip(rows).foreach { case (found, row) =>
        assertEquals(row.getAs[Long]("load"), Bytes.toLong(cell(found, "m", "load")), row.toString)
        assertEquals(row.getAs[String]("unit"), Bytes.toString(cell(found, "n", "unit")), row.toString)
        assertEquals(row.getAs[Double]("level"), Bytes.toDouble(cell(found, "n", "level")), row.toString)
      }
    }
  }

  private def cell(row: Result, family: String, qualifier: String) =
    row.getValue(Bytes.toBytes(family), Bytes.toBytes(qualifier))

  /** How many cells each file holds, by the families of a folder. */
  def entries(folder: Path): Map[String, Seq[Long]] = {
    val conf = new Configuration(hbase.settings)
    val files = folder.getFileSystem(conf)
    def entriesOf(file: Path) = {
      val reader = HFile.createReader(files, file, CacheConfig.DISABLED, true, conf)
      try reader.getEntries
      finally reader.close()
    }
    files
      .listStatus(folder)
      .map { family =>
        family.getPath.getName -> files.listStatus(family.getPath).toSeq.map(file => entriesOf(file.getPath))
      }
      .toMap
  }

  /** What a folder of HBase holds below the staging folder: nothing, once a load has ended. */
  def staged: Seq[String] =
    Option(hbase.folder.resolve("spark/staging").toFile.list).toSeq.flatten
}

object Web {
  val Template = "{md5(host) % 16:02d}|{host}|{ts:i64}"
  val KeyColumns = "host:text,ts:time(ms)"
  val ValueColumns = "load BIGINT m:load, unit STRING n:unit, level DOUBLE n:level"
  val Layout: RowKeyLayout = RowKeyLayout.compile(Template, Schema.parse(KeyColumns))
  private val Tables = new AtomicInteger
}
