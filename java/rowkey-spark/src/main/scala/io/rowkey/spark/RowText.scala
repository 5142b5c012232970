package io.rowkey.spark

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.DataType

/** Rows as messages show them. */
private[spark] object RowText {

  /** `(host = web-1, ts = 17)`, of columns that stand in these places of a row. */
  def of(row: InternalRow, columns: Seq[(String, DataType)], places: Array[Int]): String =
    columns
      .zip(places)
      .map { case ((name, dataType), place) =>
        val value = if (row.isNullAt(place)) "null" else row.get(place, dataType)
        val shown = Times.shown(value, dataType) match {
          case bytes: Array[Byte] => bytes.map(b => f"$b%02x").mkString("0x", "", "")
          case other              => String.valueOf(other)
        }
        s"$name = $shown"
      }
      .mkString("(", ", ", ")")
}
