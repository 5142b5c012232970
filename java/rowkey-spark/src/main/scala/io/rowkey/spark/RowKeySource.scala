package io.rowkey.spark

import java.util
import org.apache.spark.sql.SQLContext
import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.connector.read.ScanBuilder
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, WriteBuilder}
import org.apache.spark.sql.sources.{BaseRelation, DataSourceRegister, RelationProvider, SchemaRelationProvider}
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
 * is read as `TIMESTAMP`, which it is otherwise, `TIMESTAMP_NTZ` or `DATE`: one of UTC.
 *
 * Conditions on columns of the key become ranges of keys, and Spark checks each row once more. Each region is a partition.
 *
 * `frame.write.format("rowkey").mode("append")`, `writeStream`, and `INSERT INTO` a table that `CREATE TABLE ... USING rowkey`
 * has made, take the same options. The frame has the columns that the layout uses and those of the cells, and no others.
 *
 *   - `keyColumns`: the types of the layout's columns, where they do not follow from the template.
 *   - `valueColumns`: cells, as `NAME TYPE FAMILY:QUALIFIER`.
 *   - `hbase.*`, `zookeeper.*`, `hadoop.*`: settings of the client.
 *
 * Reads:
 *
 *   - `everyRowHas`: `FAMILY:QUALIFIER` of a cell that no row lacks. Then only the cells of a query are read. HBase gives no
 *     row of which no cell is asked for, so without this option all cells are read where one of them is.
 *   - `maxRanges`: how many ranges of keys at most, 10,000 unless set. Where there would be more, longer ones are read.
 *   - `mode`: what becomes of a row whose key the layout did not make, or with a cell of another size than its type:
 *     `FAILFAST`, the default, for an error, `DROPMALFORMED` to leave it out, or `PERMISSIVE` for nulls and the row in the
 *     column `columnNameOfCorruptRecord`, which is `_corrupt_record` unless set.
 *
 * Writes:
 *
 *   - `write`: `puts`, the default, or `bulk-load`, which is [[HBaseBulkLoad]] with the options `staging`, `onDuplicateKey` and
 *     `rowsPerTask`.
 *   - `timestampColumn`: a column of the frame, perhaps one more, that is the time of its cells: `TIMESTAMP`, or `BIGINT` in
 *     milliseconds.
 */
final class RowKeySource
    extends TableProvider
    with DataSourceRegister
    with RelationProvider
    with SchemaRelationProvider {
  override def shortName(): String = "rowkey"

  override def inferSchema(options: CaseInsensitiveStringMap): StructType = new TableOptions(options, None).schema

  /** The one that a reader is given, or that of a frame to be written. */
  override def supportsExternalMetadata(): Boolean = true

  override def getTable(schema: StructType, partitioning: Array[Transform], options: util.Map[String, String]): Table =
    new RowKeyTable(new TableOptions(new CaseInsensitiveStringMap(options), Some(schema)))

  override def createRelation(context: SQLContext, options: Map[String, String]): BaseRelation =
    relation(context, options, None)

  override def createRelation(context: SQLContext, options: Map[String, String], schema: StructType): BaseRelation =
    relation(context, options, Some(schema))

  private def relation(context: SQLContext, options: Map[String, String], schema: Option[StructType]) = {
    val copied = new util.HashMap[String, String]
    TableOptions.named(options).foreach { case (name, value) => copied.put(name, value) }
    new RowKeyRelation(context, new RowKeyTable(new TableOptions(new CaseInsensitiveStringMap(copied), schema)))
  }
}

private[spark] final class RowKeyTable(options: TableOptions) extends Table with SupportsRead with SupportsWrite {
  override def name(): String = s"rowkey ${options.table} as ${options.template}"
  @deprecated("as it is in Spark", "0.4") override def schema(): StructType = fields
  def fields: StructType = options.schema

  override def capabilities(): util.Set[TableCapability] = {
    import TableCapability._
    // With that of V1 Spark asks for nothing but a function of the frame.
    if (options.bulkLoads) util.EnumSet.of(BATCH_READ, BATCH_WRITE, STREAMING_WRITE, V1_BATCH_WRITE)
    else util.EnumSet.of(BATCH_READ, BATCH_WRITE, STREAMING_WRITE)
  }

  override def newScanBuilder(ofQuery: CaseInsensitiveStringMap): ScanBuilder =
    new RowKeyScanBuilder(options.under(ofQuery))
  override def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder =
    new RowKeyWriteBuilder(options.under(info.options), info.schema)
}
