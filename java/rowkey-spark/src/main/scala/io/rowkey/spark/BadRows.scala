package io.rowkey.spark

import java.util.Locale

/** What becomes of a row that is read and that the layout, or the type of a cell, does not: named as Spark's sources do. */
private[spark] sealed abstract class BadRows(val name: String) extends Serializable

private[spark] object BadRows {

  /** The row is an error. */
  case object Fail extends BadRows("FAILFAST")

  /** The row is left out, and counted. */
  case object Drop extends BadRows("DROPMALFORMED")

  /** The row has nulls, and a column that tells it. */
  case object Keep extends BadRows("PERMISSIVE")

  private val All = Seq(Fail, Drop, Keep)

  def of(name: String): BadRows = All.find(_.name == name.toUpperCase(Locale.ROOT)).getOrElse {
    throw new IllegalArgumentException(s"the mode $name (expected ${All.map(_.name).mkString(", ")})")
  }
}
