package io.rowkey.spark

import io.rowkey.Schema
import io.rowkey.hbase.{HBaseKeys, HFileWriter}
import java.util.UUID
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Connection, ConnectionFactory, TableDescriptor, TableDescriptorBuilder}
import org.apache.hadoop.hbase.tool.BulkLoadHFiles
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.{Column, DataFrame}
import org.apache.spark.sql.functions._
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.SerializableConfiguration

/**
 * Loads the rows of a frame into a table of HBase, as HFiles that Spark writes.
 *
 * {{{
 * val result = HBaseBulkLoad.of(frame)
 *   .layout("{md5(host) % 16:02d}|{host}|{ts:i64}")
 *   .table("metrics")
 *   .valueColumns("load BIGINT m:load, unit STRING m:unit")
 *   .staging("hdfs:///tmp/metrics")
 *   .option("hbase.zookeeper.quorum", "zk1")
 *   .load()
 * }}}
 *
 * Rows are dealt out to a task for each region, sorted by their keys in each, and written with the compression, bloom filter
 * and encoding of their family. No file holds rows of two regions. Nothing is in the table before every file is complete;
 * HBase then takes the files of each region at once. When loading fails in the middle, some regions have their rows, and
 * loading again makes it whole.
 *
 * The session needs `spark.sql.extensions=io.rowkey.spark.RowKeyExtensions`. For one thread.
 */
final class HBaseBulkLoad private (frame: DataFrame) {
  private var template: Option[String] = None
  private var declared: Option[String] = None
  private var tableName: Option[String] = None
  private var values: Seq[ValueColumn] = Nil
  private var stagingFolder: Option[String] = None
  private var settings: Map[String, String] = Map.empty
  private var diverts = false
  private var keepsOne = false
  private var rowsOfTask = 0L

  /** The layout of the keys, whose columns are those of the frame: a template, or `@` and the name of a layout. */
  def layout(template: String): this.type = {
    this.template = Some(template)
    this
  }

  /** Types of the layout's columns, such as `host:text,ts:time(ms)`, where they do not follow from those of Spark. */
  def keyColumns(columns: String): this.type = {
    declared = Some(columns)
    this
  }

  /** The table, perhaps with its namespace: `ns:name`. */
  def table(name: String): this.type = {
    tableName = Some(name)
    this
  }

  /**
   * The columns of the frame that become cells: `NAME TYPE FAMILY:QUALIFIER`, with commas between them, of the types `BIGINT`,
   * `INT`, `SMALLINT`, `TINYINT`, `DOUBLE`, `FLOAT`, `BOOLEAN`, `STRING` and `BINARY`, in the bytes of HBase's `Bytes`. A
   * null is no cell.
   */
  def valueColumns(columns: String): this.type = {
    values = ValueColumn.parse(columns)
    this
  }

  /** Where files are written before HBase takes them: on the file system of HBase, so that none has to be copied. */
  def staging(folder: String): this.type = {
    stagingFolder = Some(folder)
    this
  }

  /** A setting of HBase or Hadoop, which goes before those of `hbase-site.xml` and of Spark. */
  def option(name: String, value: String): this.type = {
    settings += name -> value
    this
  }

  /** `fail`, which is the default, for an error, or `divert`: rows without a key or a value are left to `rejects`. */
  def onBadRow(what: String): this.type = {
    diverts = HBaseBulkLoad.choose("onBadRow", what, "fail", "divert")
    this
  }

  /** `fail`, which is the default, for an error, or `keepOne`: of rows with the same key any one is loaded. */
  def onDuplicateKey(what: String): this.type = {
    keepsOne = HBaseBulkLoad.choose("onDuplicateKey", what, "fail", "keepOne")
    this
  }

  /**
   * Parts regions with more rows than that among several tasks, each with files of its own. It takes another two passes over
   * the input, which count the rows of each region and sample the large ones. 0, the default: a task for each region.
   */
  def rowsPerTask(rows: Long): this.type = {
    if (rows < 0) {
      throw new IllegalArgumentException(s"$rows rows a task (expected 0 or more)")
    }
    rowsOfTask = rows
    this
  }

  /** Writes the files and loads them. */
  def load(): BulkLoadResult = {
    val conf = HBaseSettings.of(frame.sparkSession, settings)
    val name = TableName.valueOf(HBaseBulkLoad.need("table", tableName))
    val parent = new Path(HBaseBulkLoad.need("staging", stagingFolder))
    val files = parent.getFileSystem(conf)
    val staging = files.makeQualified(new Path(parent, s"rowkey-${UUID.randomUUID}"))
    val connection = ConnectionFactory.createConnection(conf)
    try {
      val (table, splits) = describe(connection, name)
      checkValues(table)
      val written = write(conf, table, splits, staging)
      val moved = collect(files, written.map(_.folder), new Path(staging, "load"))
      val loaded = if (moved == 0) 0 else HFileWriter.load(connection, name, new Path(staging, "load"))
      BulkLoadResult(
        written.map(_.rows).sum,
        written.map(_.rejected).sum,
        written.map(_.duplicates).sum,
        moved,
        loaded - moved,
        rejects
      )
    } finally {
      connection.close()
      files.delete(staging, true)
    }
  }

  private def describe(connection: Connection, name: TableName): (TableDescriptor, Array[Array[Byte]]) = {
    val table = connection.getTable(name)
    val regions = connection.getRegionLocator(name)
    try {
      (table.getDescriptor, HBaseKeys.splits(regions))
    } finally {
      table.close()
      regions.close()
    }
  }

  private def checkValues(table: TableDescriptor): Unit = {
    if (values.isEmpty) {
      throw new IllegalArgumentException("no value columns (expected some, as HBase keeps no row without a cell)")
    }
    val places = values.map(value => value.family -> value.qualifier)
    places.diff(places.distinct).headOption.foreach { case (family, qualifier) =>
      throw new IllegalArgumentException(s"two value columns are $family:$qualifier (expected one)")
    }
    for (value <- values) {
      if (!table.hasColumnFamily(value.familyBytes)) {
        throw new IllegalArgumentException(
          s"table ${table.getTableName} has no family ${value.family} (expected one of " +
            table.getColumnFamilyNames.toArray
              .map(name => Bytes.toString(name.asInstanceOf[Array[Byte]]))
              .mkString(", ") +
            ")"
        )
      }
      val found = frame.select(column(value.name)).schema.head.dataType
      if (found != value.dataType) {
        throw new IllegalArgumentException(
          s"column ${value.name} is of type ${found.sql} and not ${value.dataType.sql} (expected a cast in the frame)"
        )
      }
    }
  }

  private def write(
      conf: Configuration,
      table: TableDescriptor,
      splits: Array[Array[Byte]],
      staging: Path
  ): Seq[Written] = {
    val encode = if (diverts) EncodeFunction.Null else EncodeFunction.Fail
    val key = HBaseBulkLoad.Key
    val keyed = frame.select(call(encode).as(key) +: values.map(value => column(value.name).as(value.name)): _*)
    val mostFiles = conf.getInt(BulkLoadHFiles.MAX_FILES_PER_REGION_PER_FAMILY, 32)
    val points =
      if (rowsOfTask == 0) splits else RegionTasks.points(keyed, col(key), splits, rowsOfTask, mostFiles)
    val task = new HFileTask(
      new SerializableConfiguration(conf),
      TableDescriptorBuilder.toByteArray(table),
      splits,
      staging.toString,
      values,
      diverts,
      keepsOne
    )
    val rows = RegionTasks.sorted(keyed, col(key), points).queryExecution.toRdd
    rows.mapPartitions(rows => Iterator.single(task.write(rows))).collect().toSeq
  }

  /** Puts the files of the tasks side by side, in a folder for each family. */
  private def collect(files: FileSystem, folders: Seq[String], to: Path): Int = {
    var count = 0
    for {
      folder <- folders.map(new Path(_)) if files.exists(folder)
      family <- files.listStatus(folder)
      file <- files.listStatus(family.getPath)
    } {
      val target = new Path(to, family.getPath.getName)
      files.mkdirs(target)
      val place = new Path(target, file.getPath.getName)
      if (!files.rename(file.getPath, place)) {
        throw new java.io.IOException(s"${file.getPath} cannot be moved to $place")
      }
      count += 1
    }
    count
  }

  /** The rows that have no key, or no value, with the reason in the column `rowkey_error`. */
  private def rejects: DataFrame = {
    val isEmpty = values.map(value => column(value.name).isNull).reduce(_ && _)
    val reason = coalesce(call(EncodeFunction.Error), when(isEmpty, lit("every value column is null")))
    frame.withColumn("rowkey_error", reason).where(col("rowkey_error").isNotNull)
  }

  private def call(mode: EncodeFunction.Mode): Column = {
    val text = HBaseBulkLoad.need("layout", template)
    val used = keyColumnsOf(text)
    val types = declared.map(Schema.parse).toSeq.flatMap { schema =>
      (0 until schema.size)
        .filter(i => used.contains(schema.name(i)))
        .map(i => s"${schema.name(i)}:${schema.`type`(i)}")
    }
    val arguments =
      Seq(lit(text), struct(used.map(column): _*)) ++ Some(types.mkString(",")).filter(_.nonEmpty).map(lit)
    call_function(mode.name, arguments: _*)
  }

  /** The columns of the frame that the layout reads. */
  private def keyColumnsOf(text: String): Seq[String] = {
    val typed = declared.map(Schema.parse).fold(Seq.empty[String])(schema => (0 until schema.size).map(schema.name(_)))
    val fields = frame.schema.filter(field => typed.contains(field.name) || KeyColumn.typeOf(field.dataType).isDefined)
    val columns = Layouts.columns(StructType(fields), declared)
    val layout = Layouts.compile(text, columns)
    try columns.map(_.name).filter(layout.uses)
    finally layout.close()
  }

  /** A column by its name, which may hold dots. */
  private def column(name: String): Column = frame.col(s"`${name.replace("`", "``")}`")
}

object HBaseBulkLoad {
  private val Key = "__rowkey"

  /** Begins the load of a frame. */
  def of(frame: DataFrame): HBaseBulkLoad = new HBaseBulkLoad(frame)

  private def need(name: String, value: Option[String]): String =
    value.getOrElse(throw new IllegalStateException(s"no $name (expected .$name(...) before load())"))

  private def choose(name: String, what: String, no: String, yes: String): Boolean = {
    if (what != no && what != yes) {
      throw new IllegalArgumentException(s"""$name("$what") (expected "$no" or "$yes")""")
    }
    what == yes
  }
}
