package io.rowkey.spark

import io.rowkey.{Recovery, RowKeyLayout}
import org.apache.spark.sql.types.{DataType, StructField, StructType}

/** A column of a frame that is read: the field, and the column of the layout, or the cell, that its values come from. */
private[spark] final case class ReadColumn(field: StructField, source: Either[String, ValueColumn]) {

  /** The field by the name that the layout has for it. */
  def ofKey: Option[StructField] = source.left.toOption.map(name => field.copy(name = name))
  def cell: Option[ValueColumn] = source.toOption.map(_.copy(name = field.name))
}

/** Which columns come back from keys and cells, and of which types. */
private[spark] object ReadColumns {

  /** The columns that a layout gets back from keys. */
  def ofKeys(layout: RowKeyLayout): Seq[ReadColumn] =
    Layouts.names(layout.schema).filter(layout.recovery(_) == Recovery.RECOVERED).map { name =>
      ReadColumn(StructField(name, types(layout, name).head), Left(name))
    }

  def ofCells(values: Seq[ValueColumn]): Seq[ReadColumn] = values.map(value => ReadColumn(value.field, Right(value)))

  def schema(columns: Seq[ReadColumn]): StructType = StructType(columns.map(_.field))

  /** Those of the columns that a schema declares, in its order, by its names and of its types. */
  def declared(layout: RowKeyLayout, columns: Seq[ReadColumn], schema: StructType): Seq[ReadColumn] =
    schema.map { field =>
      val column = columns.find(column => Layouts.isNamed(column.field.name, field.name)).getOrElse {
        throw new IllegalArgumentException(
          s"no column is called ${field.name} (expected ${columns.map(_.field.name).mkString(", ")})"
        )
      }
      val possible = column.source.fold(types(layout, _), value => Seq(value.dataType))
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
