package io.rowkey.spark

import io.rowkey.Sketch
import io.rowkey.hbase.{BulkLoad, HBaseKeys}
import java.io.IOException
import java.util.UUID
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileAlreadyExistsException, FileSystem, Path}
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Connection, ConnectionFactory, TableDescriptor, TableDescriptorBuilder}
import org.apache.hadoop.hbase.tool.BulkLoadHFiles
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions._
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
 * [[resume]] loads the files of the others.
 *
 * [[writeHFiles]] leaves the last step to somebody else, and [[rowKey]] takes keys that the frame has already.
 *
 * The session needs `spark.sql.extensions=io.rowkey.spark.RowKeyExtensions`. For one thread.
 */
final class HBaseBulkLoad private (frame: DataFrame) {
  private var template: Option[String] = None
  private var declared: Option[String] = None
  private var keyColumn: Option[String] = None
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

  /** The column of the frame that holds the keys, as `BINARY`, in place of a layout. */
  def rowKey(column: String): this.type = {
    keyColumn = Some(column)
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
   * null is no cell. They replace those of earlier calls.
   */
  def valueColumns(columns: String): this.type = {
    values = ValueColumn.parse(columns)
    this
  }

  /** Adds a column of the frame that becomes cells, of a type as above, with any characters in its names. */
  def valueColumn(name: String, family: String, qualifier: String): this.type = {
    val dataType = frame.select(FrameKeys.column(frame, name)).schema.head.dataType
    values :+= ValueColumn.of(name, dataType, family, qualifier)
    this
  }

  /**
   * Where `load` writes files before HBase takes them: on the file system of HBase, so that none has to be copied.
   */
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
   * Parts regions with more rows than that among several tasks, each with files of its own. It takes another pass over the
   * input. 0, the default: a task for each region.
   */
  def rowsPerTask(rows: Long): this.type = {
    if (rows < 0) {
      throw new IllegalArgumentException(s"$rows rows a task (expected 0 or more)")
    }
    rowsOfTask = rows
    this
  }

  /**
   * Split points that the rows of the frame share evenly: of 10 million keys of up to 64 bytes to within 0.2 % of them. It
   * takes a pass over the input, in which each partition makes a sketch.
   *
   * @param regions
   *   one more than there are points
   */
  def splits(regions: Int): Array[Array[Byte]] = withSketch(_.splits(regions))

  /**
   * Creates the table, with regions that the rows of the frame share evenly, as `splits` makes them, and loads into that.
   *
   * @param descriptor
   *   its name, which goes before that of `table`, and its families
   */
  def createTable(descriptor: TableDescriptor, regions: Int): this.type = {
    withSketch { sketch =>
      Resources.use(ConnectionFactory.createConnection(configuration)) { connection =>
        Resources.use(connection.getAdmin)(HBaseKeys.createTable(_, descriptor, sketch, regions))
      }
    }
    table(descriptor.getTableName.getNameAsString)
  }

  private def withSketch[T](use: Sketch => T): T = {
    val key = HBaseBulkLoad.Key
    Resources.use(FrameSketch.of(frame.select(chooseKeys().key(diverts).as(key)), col(key)))(use)
  }

  /**
   * Writes the files and loads them. Those that HBase does not take stay, and the exception names their folder, for
   * [[resume]]. It waits for up to two minutes for regions without a server, as those are that are being split.
   */
  def load(): BulkLoadResult = {
    val folder = new Path(HBaseBulkLoad.need("staging", stagingFolder), s"rowkey-${UUID.randomUUID}")
    write(folder) { (connection, files) => math.max(0, BulkLoad.resume(connection, name, folder) - files) }
  }

  /**
   * Loads the files that a `load` has left, and deletes their folder. The frame is not read.
   *
   * @param folder
   *   the folder that the exception of the load named
   * @return
   *   how many files HBase took
   */
  def resume(folder: String): Int =
    Resources.use(ConnectionFactory.createConnection(configuration)) { connection =>
      BulkLoad.resume(connection, name, new Path(folder))
    }

  /**
   * Writes the files and loads none: `hbase completebulkload FOLDER TABLE`, or `HFileWriter.load`, takes them. They fit the
   * regions that the table has now; HBase is asked for those, and for the families.
   *
   * @param folder
   *   a new folder, in which each family gets one. It has its name once all files are complete; until then they are in
   *   `.rowkey-UUID` beside it
   */
  def writeHFiles(folder: String): BulkLoadResult = {
    val target = new Path(folder)
    checkNew(target)
    write(target) { (_, _) => 0 }
  }

  private def configuration: Configuration = HBaseSettings.of(frame.sparkSession, settings)

  private def name: TableName = TableName.valueOf(HBaseBulkLoad.need("table", tableName))

  private def checkNew(folder: Path): Unit =
    if (folder.getFileSystem(configuration).exists(folder)) {
      throw new FileAlreadyExistsException(s"$folder exists (expected a new folder for HFiles)")
    }

  /**
   * Writes the files into a new folder, which has its name once all are complete. Then `publish` is told how many there are,
   * and tells how many more HBase made of them.
   */
  private def write(target: Path)(publish: (Connection, Int) => Int): BulkLoadResult = {
    val keys = chooseKeys()
    val files = target.getFileSystem(configuration)
    val folder = files.makeQualified(new Path(target.getParent, s".rowkey-${UUID.randomUUID}"))
    var keepsFolder = false
    def writeAndPublish(connection: Connection): BulkLoadResult = {
      val (table, splits, servers) = describe(connection)
      checkValues(table)
      val complete = HFileTask.complete(folder.toString)
      files.mkdirs(complete)
      val written = writeFiles(keys, table, splits, servers, folder)
      val count = collect(files, written.map(_.folder), complete)
      try {
        checkNew(target)
        if (!files.rename(complete, target)) {
          throw new IOException(s"it cannot be moved to $target")
        }
      } catch {
        case e: IOException =>
          keepsFolder = true
          throw new IOException(
            s"the files of the load are complete in $complete, and stay: ${e.getMessage} (resume loads them)",
            e
          )
      }
      val splitFiles = publish(connection, count)
      BulkLoadResult(
        written.map(_.rows).sum,
        written.map(_.rejected).sum,
        written.map(_.duplicates).sum,
        count,
        splitFiles,
        rejects(keys)
      )
    }
    Resources.ending {
      Resources.use(ConnectionFactory.createConnection(configuration))(writeAndPublish)
    }(if (!keepsFolder) files.delete(folder, true))
  }

  private def chooseKeys(): FrameKeys = (template, keyColumn) match {
    case (Some(layout), None) => new FrameKeys.OfLayout(frame, layout, declared)
    case (None, Some(column)) => new FrameKeys.OfColumn(frame, column)
    case (Some(_), Some(_))   => throw new IllegalStateException("both layout and rowKey (expected one of them)")
    case (None, None)         => throw new IllegalStateException("no layout (expected .layout(...) or .rowKey(...))")
  }

  private def describe(connection: Connection): (TableDescriptor, Array[Array[Byte]], Array[String]) =
    Resources.use(connection.getTable(name)) { table =>
      Resources.use(connection.getRegionLocator(name)) { regions =>
        val splits = HBaseKeys.splits(regions)
        val servers = HBaseKeys.servers(regions, splits).map(server => if (server == null) null else server.toString)
        (table.getDescriptor, splits, servers)
      }
    }

  private def checkValues(table: TableDescriptor): Unit = {
    RowCells.checkPlaces(values)
    RowCells.checkFamilies(table, values)
    values.foreach { value =>
      RowCells.checkType(value, frame.select(FrameKeys.column(frame, value.name)).schema.head.dataType)
    }
  }

  private def writeFiles(
      keys: FrameKeys,
      table: TableDescriptor,
      splits: Array[Array[Byte]],
      servers: Array[String],
      staging: Path
  ): Seq[Written] = {
    val key = HBaseBulkLoad.Key
    val columns = keys.key(diverts).as(key) +: values.map(value => FrameKeys.column(frame, value.name).as(value.name))
    val keyed = frame.select(columns: _*)
    val conf = configuration
    val mostFiles = conf.getInt(BulkLoadHFiles.MAX_FILES_PER_REGION_PER_FAMILY, 32)
    val points =
      if (rowsOfTask == 0) splits else withSketch(RegionTasks.points(_, splits, rowsOfTask, mostFiles))
    val task = new HFileTask(
      new SerializableConfiguration(conf),
      TableDescriptorBuilder.toByteArray(table),
      splits,
      servers,
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
        throw new IOException(s"${file.getPath} cannot be moved to $place")
      }
      count += 1
    }
    count
  }

  /** The rows that have no key, or no value, with the reason in the column `rowkey_error`. */
  private def rejects(keys: FrameKeys): DataFrame = {
    val isEmpty = values.map(value => FrameKeys.column(frame, value.name).isNull).reduce(_ && _)
    val reason = coalesce(keys.error, when(isEmpty, lit("every value column is null")))
    frame.withColumn("rowkey_error", reason).where(col("rowkey_error").isNotNull)
  }
}

object HBaseBulkLoad {
  private val Key = "__rowkey"

  /** Begins the load of a frame. */
  def of(frame: DataFrame): HBaseBulkLoad = new HBaseBulkLoad(frame)

  private def need(name: String, value: Option[String]): String =
    value.getOrElse(throw new IllegalStateException(s"no $name (expected .$name(...))"))

  private def choose(name: String, what: String, no: String, yes: String): Boolean = {
    if (what != no && what != yes) {
      throw new IllegalArgumentException(s"""$name("$what") (expected "$no" or "$yes")""")
    }
    what == yes
  }
}
