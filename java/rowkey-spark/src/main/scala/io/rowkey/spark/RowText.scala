package io.rowkey.spark

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.DataType

/** Rows as messages show them. */
private[spark] object RowText {

  /** `(host = web-1, ts = 17)`, of columns that stand in a row from a place on. */
  def of(row: InternalRow, columns: Seq[(String, DataType)], from: Int = 0): String =
    columns.zipWithIndex
      .map { case ((name, dataType), i) =>
        val value = if (row.isNullAt(from + i)) "null" else row.get(from + i, dataType)
        val shown = Times.shown(value, dataType) match {
          case bytes: Array[Byte] => bytes.map(b => f"$b%02x").mkString("0x", "", "")
          case other              => String.valueOf(other)
        }
        s"$name = $shown"
      }
      .mkString("(", ", ", ")")
}
