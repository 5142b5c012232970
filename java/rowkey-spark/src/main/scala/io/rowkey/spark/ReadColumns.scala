package io.rowkey.spark

import io.rowkey.{Recovery, RowKeyLayout}
import org.apache.spark.sql.types._

/** A column of a frame that is read: the field, and what its values come from. */
private[spark] final case class ReadColumn(field: StructField, source: ReadColumn.Source) {

  /** The field by the name that the layout has for it. */
  def ofKey: Option[StructField] = source match {
    case ReadColumn.OfKey(name) => Some(field.copy(name = name))
    case _                      => None
  }

  def cell: Option[ValueColumn] = source match {
    case ReadColumn.OfCell(cell) => Some(cell.copy(name = field.name))
    case _                       => None
  }

  def tellsBadRows: Boolean = source == ReadColumn.OfBadRow
}

private[spark] object ReadColumn {
  sealed trait Source

  /** The column of the layout by that name. */
  final case class OfKey(name: String) extends Source
  final case class OfCell(cell: ValueColumn) extends Source

  /** The row itself where it is a bad one. */
  case object OfBadRow extends Source
}

/** Which columns are recovered from keys and cells, and of which types. */
private[spark] object ReadColumns {

  /** The columns that a layout gets back from keys. */
  def ofKeys(layout: RowKeyLayout): Seq[ReadColumn] =
    Layouts.names(layout.schema).filter(layout.recovery(_) == Recovery.RECOVERED).map { name =>
      ReadColumn(StructField(name, types(layout, name).head), ReadColumn.OfKey(name))
    }

  def ofCells(values: Seq[ValueColumn]): Seq[ReadColumn] =
    values.map(value => ReadColumn(value.field, ReadColumn.OfCell(value)))

  /** The column that tells bad rows. */
  def ofBadRow(name: String): ReadColumn = ReadColumn(StructField(name, StringType), ReadColumn.OfBadRow)

  def schema(columns: Seq[ReadColumn]): StructType = StructType(columns.map(_.field))

  /** Those of the columns that a schema declares, in its order, by its names and of its types. */
  def declared(layout: RowKeyLayout, columns: Seq[ReadColumn], schema: StructType): Seq[ReadColumn] =
    schema.map { field =>
      val column = columns.find(column => Layouts.isNamed(column.field.name, field.name)).getOrElse {
        throw new IllegalArgumentException(
          s"no column is called ${field.name} (expected ${columns.map(_.field.name).mkString(", ")})"
        )
      }
      val possible = column.source match {
        case ReadColumn.OfKey(name)  => types(layout, name)
        case ReadColumn.OfCell(cell) => Seq(cell.dataType)
        case ReadColumn.OfBadRow     => Seq(StringType, BinaryType)
      }
      if (!possible.contains(field.dataType)) {
        throw new IllegalArgumentException(
          s"column ${field.name} is declared ${field.dataType.sql} (expected ${possible.map(_.sql).mkString(" or ")})"
        )
      }
      // A row may lack a cell, whatever is declared.
      column.copy(field = field.copy(nullable = true))
    }

  private def types(layout: RowKeyLayout, name: String): Seq[DataType] =
    KeyColumn.sparkTypesOf(layout.schema.`type`(layout.schema.indexOf(name)))
}
