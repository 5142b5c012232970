package io.rowkey.spark

import io.rowkey.Schema
import org.apache.hadoop.hbase.HConstants
import org.apache.spark.sql.{Column, DataFrame}
import org.apache.spark.sql.functions._
import org.apache.spark.sql.types.BinaryType

/** The keys of the rows of a frame. */
private[spark] sealed abstract class FrameKeys {

  /** The key of each row. What has none is an error, or null where rows are diverted. */
  def key(diverts: Boolean): Column

  /** Why a row has no key; null where it has one. */
  protected def noKey: Column

  /** Why a row has no key that HBase takes; null where it has one. */
  final def error: Column = {
    val size = length(key(diverts = true))
    val isSized = size.between(1, HConstants.MAX_ROW_LENGTH)
    val wrong = concat(lit("the key has "), size, lit(s" bytes (expected 1 to ${HConstants.MAX_ROW_LENGTH})"))
    coalesce(noKey, when(!isSized, wrong))
  }
}

private[spark] object FrameKeys {

  /** A column by its name, which may hold dots. */
  def column(frame: DataFrame, name: String): Column = frame.col(s"`${name.replace("`", "``")}`")

  /** Keys that a column of the frame holds. */
  final class OfColumn(frame: DataFrame, name: String) extends FrameKeys {
    private val found = column(frame, name)
    private val dataType = frame.select(found).schema.head.dataType
    if (dataType != BinaryType) {
      throw new IllegalArgumentException(s"column $name is of type ${dataType.sql} (expected keys, which are BINARY)")
    }

    override def key(diverts: Boolean): Column = found
    override protected def noKey: Column = when(found.isNull, lit(s"column $name is null"))
  }

  /** Keys that a layout makes of columns of the frame, of which `declared` gives some their types. */
  final class OfLayout(frame: DataFrame, template: String, declared: Option[String]) extends FrameKeys {
    private val arguments = {
      val used = Layouts.used(template, frame.schema, declared)
      val types = Schema.builder
      used.foreach(column => types.column(column.name, column.columnType))
      Seq(lit(template), struct(used.map(key => column(frame, key.name).as(key.name)): _*)) ++
        Some(types.build.toString).filter(_.nonEmpty).map(lit)
    }

    override def key(diverts: Boolean): Column = call(if (diverts) EncodeFunction.Null else EncodeFunction.Fail)
    override protected def noKey: Column = call(EncodeFunction.Error)

    private def call(mode: EncodeFunction.Mode): Column = call_function(mode.name, arguments: _*)
  }
}
