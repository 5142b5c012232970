package io.rowkey.spark

import io.rowkey.Schema
import org.apache.spark.sql.types._

/**
 * Where the columns of a frame go that is written: into keys, cells and the times of those, each with its place in the
 * frame. One that goes nowhere is refused, and so is one that lacks.
 */
private[spark] final class WriteColumns(options: TableOptions, frame: StructType) extends Serializable {
  private val names = frame.fieldNames.toSeq
  val template: String = options.template
  val cells: Seq[ValueColumn] = ValueColumn.parse(options.valueColumns)
  RowCells.checkPlaces(cells)
  val cellPlaces: Array[Int] = cells.map(cell => place(cell.name, "valueColumns")).toArray
  cells.zip(cellPlaces).foreach { case (cell, i) => RowCells.checkType(cell, frame(i).dataType) }

  /** The place of the column with times, which may go elsewhere as well, and whether these are Spark's own. */
  val time: Option[(Int, Boolean)] = options.timestampColumn.map { name =>
    val i = place(name, "timestampColumn")
    frame(i).dataType match {
      case TimestampType => i -> true
      case LongType      => i -> false
      case other =>
        throw new IllegalArgumentException(
          s"the timestampColumn $name is of type ${other.sql} (expected TIMESTAMP, or BIGINT in milliseconds)"
        )
    }
  }

  private val (keyFields, keyTypes, keyPlaces) = {
    val used = Layouts.used(template, frame, options.keyColumns)
    val types = Schema.builder
    used.foreach(column => types.column(column.name, column.columnType))
    (
      StructType(used.map(column => StructField(column.name, column.sparkType))),
      Some(types.build.toString).filter(_.nonEmpty),
      used.map(column => Layouts.place(names, column.name, column.name)).toArray
    )
  }
  names.indices.find(i => !keyPlaces.contains(i) && !cellPlaces.contains(i) && !time.exists(_._1 == i)).foreach { i =>
    throw new IllegalArgumentException(
      s"column ${names(i)} goes neither into the key of $template nor into a cell " +
        s"(expected ${(keyPlaces ++ cellPlaces ++ time.map(_._1)).distinct.map(names).mkString(", ")})"
    )
  }

  /** The places of the columns of keys. */
  def ofKeys: Array[Int] = keyPlaces

  /** Makes the keys of the columns at those places. */
  def encoder(): KeyEncoder = Layouts.encoder(template, keyFields, keyTypes)

  private def place(name: String, option: String): Int = {
    val found = names.indexWhere(Layouts.isNamed(_, name))
    if (found < 0) {
      throw new IllegalArgumentException(
        s"the frame has no column $name, which $option names (expected one of ${names.mkString(", ")})"
      )
    }
    found
  }
}
