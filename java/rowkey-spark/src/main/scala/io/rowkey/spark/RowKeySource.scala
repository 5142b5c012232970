package io.rowkey.spark

import io.rowkey.RowKeyLayout
import java.util
import org.apache.spark.sql.connector.catalog.{SupportsRead, Table, TableCapability, TableProvider}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.connector.read.ScanBuilder
import org.apache.spark.sql.sources.DataSourceRegister
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/**
 * The source `rowkey`: a table of HBase, whose columns are those that a layout gets back from keys, and cells.
 *
 * {{{
 * spark.read.format("rowkey")
 *   .option("table", "metrics")
 *   .option("layout", "{md5(host) % 16:02d}|{host}|{ts:i64}")
 *   .option("keyColumns", "host:text,ts:time(ms)")
 *   .option("valueColumns", "load BIGINT m:load, unit STRING m:unit")
 *   .option("hbase.zookeeper.quorum", "zk1")
 *   .load()
 *   .where("host = 'web-1' AND ts >= TIMESTAMP'2024-03-01'")
 * }}}
 *
 * A schema, as in `.schema("host STRING, ts DATE, load BIGINT")`, says which of the columns the frame has, and whether a time
 * comes back as `TIMESTAMP`, which it is otherwise, `TIMESTAMP_NTZ` or `DATE`: one of UTC.
 *
 * Conditions on columns of the key become ranges of keys, and Spark checks each row once more. Each region is a partition.
 *
 *   - `keyColumns`: the types of the layout's columns, where they do not follow from the template.
 *   - `valueColumns`: cells, as `NAME TYPE FAMILY:QUALIFIER`.
 *   - `everyRowHas`: `FAMILY:QUALIFIER` of a cell that no row lacks. Then only the cells of a query are read. HBase gives no
 *     row of which no cell is asked for, so without this option all cells are read where one of them is.
 *   - `maxRanges`: how many ranges of keys at most, 10,000 unless set. Where there would be more, longer ones are read.
 *   - `hbase.*`, `zookeeper.*`, `hadoop.*`: settings of the client.
 */
final class RowKeySource extends TableProvider with DataSourceRegister {
  override def shortName(): String = "rowkey"

  override def inferSchema(options: CaseInsensitiveStringMap): StructType = new ReadOptions(options, None).schema

  /** The one that a reader is given. */
  override def supportsExternalMetadata(): Boolean = true

  override def getTable(schema: StructType, partitioning: Array[Transform], options: util.Map[String, String]): Table =
    new RowKeyTable(new ReadOptions(new CaseInsensitiveStringMap(options), Some(schema)))
}

private final class RowKeyTable(read: ReadOptions) extends Table with SupportsRead {
  override def name(): String = s"rowkey ${read.table} as ${read.template}"
  @deprecated("as it is in Spark", "0.4") override def schema(): StructType = read.schema
  override def capabilities(): util.Set[TableCapability] = util.EnumSet.of(TableCapability.BATCH_READ)
  override def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder = new RowKeyScanBuilder(read)
}

/** The options of a read, and the schema that is declared. */
private[spark] final class ReadOptions(options: CaseInsensitiveStringMap, declared: Option[StructType]) {
  val table: String = need("table")
  val template: String = need("layout")
  val keyColumns: Option[String] = Option(options.get("keyColumns"))
  val maxRanges: Int = options.getInt("maxRanges", 10000)
  val everyRowHas: Option[ValueColumn] =
    Option(options.get("everyRowHas")).map(cell => ValueColumn.parse(s"cell BINARY $cell").head)

  lazy val layout: RowKeyLayout = Layouts.compile(template, keyColumns)
  lazy val columns: Seq[ReadColumn] = {
    val values = ValueColumn.parse(options.getOrDefault("valueColumns", ""))
    val all = ReadColumns.ofKeys(layout) ++ ReadColumns.ofCells(values)
    val names = all.map(_.field.name)
    names.find(name => names.count(Layouts.isNamed(_, name)) > 1).foreach { name =>
      throw new IllegalArgumentException(s"two columns are called $name (expected different names)")
    }
    declared.filter(_.nonEmpty).fold(all)(ReadColumns.declared(layout, all, _))
  }
  def schema: StructType = ReadColumns.schema(columns)

  /** With the letters of their names as they were given. */
  def settings: Iterable[(String, String)] = {
    val found = Seq.newBuilder[(String, String)]
    options.asCaseSensitiveMap.forEach((name, value) => found += name -> value)
    found.result()
  }

  private def need(name: String): String =
    Option(options.get(name)).getOrElse(throw new IllegalArgumentException(s"no option $name (expected one)"))
}
