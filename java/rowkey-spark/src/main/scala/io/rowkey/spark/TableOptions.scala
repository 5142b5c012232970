package io.rowkey.spark

import io.rowkey.RowKeyLayout
import org.apache.hadoop.conf.Configuration
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.{StructField, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import scala.util.Try

/** The options of a table that is read or written, and the schema that is declared. */
private[spark] final class TableOptions(options: CaseInsensitiveStringMap, declared: Option[StructType]) {
  val table: String = need("table", "the table's name")
  val template: String = need("layout", "a template")
  val keyColumns: Option[String] = get("keyColumns")
  val valueColumns: String = options.getOrDefault("valueColumns", "")

  // ---- Of reads

  val maxRanges: Int = number("maxRanges", 10000, 1, Int.MaxValue).toInt
  val everyRowHas: Option[ValueColumn] = get("everyRowHas").map(cell => ValueColumn.parse(s"cell BINARY $cell").head)
  val badRows: BadRows = BadRows.of(options.getOrDefault("mode", BadRows.Fail.name))
  private def badRowColumn: String =
    options.getOrDefault("columnNameOfCorruptRecord", SQLConf.get.columnNameOfCorruptRecord)

  lazy val layout: RowKeyLayout = Layouts.compile(template, keyColumns)
  lazy val columns: Seq[ReadColumn] = {
    val ofBadRow = if (badRows == BadRows.Keep) Some(ReadColumns.ofBadRow(badRowColumn)) else None
    val all = ReadColumns.ofKeys(layout) ++ ReadColumns.ofCells(ValueColumn.parse(valueColumns)) ++ ofBadRow
    val names = all.map(_.field.name)
    names.find(name => names.count(Layouts.isNamed(_, name)) > 1).foreach { name =>
      throw new IllegalArgumentException(s"two columns are called $name (expected different names)")
    }
    val found = declared.filter(_.nonEmpty).fold(all)(ReadColumns.declared(layout, all, _))
    if (ofBadRow.isDefined && !found.exists(_.tellsBadRows)) {
      throw new IllegalArgumentException(
        s"mode ${badRows.name} without the column $badRowColumn, which tells bad rows (expected it in the schema, as " +
          s"STRING or BINARY, or mode ${BadRows.Drop.name})"
      )
    }
    found
  }

  // ---- Of writes

  /** Whether frames are written as HFiles, in place of puts. */
  val bulkLoads: Boolean = options.getOrDefault("write", "puts") match {
    case "puts"      => false
    case "bulk-load" => true
    case other       => throw new IllegalArgumentException(s"""write is "$other" (expected "puts" or "bulk-load")""")
  }
  val timestampColumn: Option[String] = get("timestampColumn")
  def staging: String = need("staging", "a folder for HFiles, on the file system of HBase")
  val onDuplicateKey: Option[String] = get("onDuplicateKey")
  val rowsPerTask: Long = number("rowsPerTask", 0, 0, Long.MaxValue)

  // ---- Of both

  /** As it was declared, for a frame to be read or written: what either of them takes is checked there. */
  def schema: StructType = declared.filter(_.nonEmpty).fold(ReadColumns.schema(columns)) { schema =>
    StructType(schema.map { case StructField(name, dataType, _, metadata) =>
      StructField(name, dataType, nullable = true, metadata)
    })
  }

  /** These options under others, which go before them. */
  def under(others: CaseInsensitiveStringMap): TableOptions = {
    val merged = new java.util.HashMap[String, String](options.asCaseSensitiveMap)
    merged.keySet.removeIf(others.containsKey(_))
    merged.putAll(others.asCaseSensitiveMap)
    if (merged == options.asCaseSensitiveMap) this else new TableOptions(new CaseInsensitiveStringMap(merged), declared)
  }

  /** With the letters of their names as they were given. */
  def settings: Seq[(String, String)] = {
    val found = Seq.newBuilder[(String, String)]
    options.asCaseSensitiveMap.forEach((name, value) => found += name -> value)
    found.result()
  }

  def configuration: Configuration = HBaseSettings.of(SparkSession.active, settings)

  private def get(name: String): Option[String] = Option(options.get(name))

  private def number(name: String, usual: Long, least: Long, most: Long): Long = get(name).fold(usual) { text =>
    Try(text.trim.toLong).toOption.filter(number => least <= number && number <= most).getOrElse {
      throw new IllegalArgumentException(s"""option $name is "$text" (expected a number from $least to $most)""")
    }
  }

  private def need(name: String, what: String): String =
    get(name).getOrElse(throw new IllegalArgumentException(s"no option $name (expected $what)"))
}

private[spark] object TableOptions {

  /** Options with the letters of their names as they were given, which a map of Spark may hide. */
  def named(options: Map[String, String]): Map[String, String] = options match {
    case map: CaseInsensitiveMap[String] => map.originalMap
    case map                             => map
  }
}
