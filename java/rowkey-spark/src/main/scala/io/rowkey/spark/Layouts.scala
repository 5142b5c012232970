package io.rowkey.spark

import io.rowkey.{RowKeyException, RowKeyLayout, Schema}
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType

/** Layouts for the columns of Spark. */
private[spark] object Layouts {
  private val Random = "\\brandom\\s*\\(".r

  /** The columns of a template for fields of Spark: with the types that `declared` gives some of them. */
  def columns(fields: StructType, declared: Option[String]): Seq[KeyColumn] = {
    val types = declared.map(Schema.parse).getOrElse(Schema.builder.build)
    val unknown = names(types).filterNot(fields.fieldNames.contains)
    if (unknown.nonEmpty) {
      throw new IllegalArgumentException(
        s"no field of the struct is called ${unknown.mkString(", ")} (expected ${fields.fieldNames.mkString(", ")})"
      )
    }
    fields.map { field =>
      val columnType =
        if (types.names.contains(field.name)) {
          types.`type`(types.indexOf(field.name))
        } else {
          KeyColumn.typeOf(field.dataType).getOrElse {
            throw new IllegalArgumentException(
              s"column ${field.name} is of Spark's type ${field.dataType.sql}, which keys do not have (expected a cast)"
            )
          }
        }
      KeyColumn(field.name, field.dataType, columnType)
    }
  }

  /** Whether two names are one for Spark: `spark.sql.caseSensitive` says whether letters have a case. */
  def isNamed(name: String, other: String): Boolean = SQLConf.get.resolver(name, other)

  /** The names of columns, in their order. */
  def names(schema: Schema): Seq[String] = (0 until schema.size).map(schema.name(_))

  /** The layout of a template for columns of Spark. */
  def compile(template: String, columns: Seq[KeyColumn]): RowKeyLayout = {
    val schema = Schema.builder
    columns.foreach(column => schema.column(column.name, column.columnType))
    val layout = checked(RowKeyLayout.compile(template, schema.build))
    checkTypes(layout, columns)
    layout
  }

  /** Columns that do not take what Spark has are refused before there are rows: by a row of nulls. */
  private def checkTypes(layout: RowKeyLayout, columns: Seq[KeyColumn]): Unit = {
    val nulls = new KeyEncoder(layout, columns).batch(1)
    try {
      nulls.add(new GenericInternalRow(columns.size), columns.indices.toArray)
      nulls.encode()
    } catch {
      case e: RowKeyException if e.kind != RowKeyException.Kind.TYPE => // what the layout says of nulls
    } finally nulls.close()
  }

  /** The layout of a template with the columns that are given, or that it implies. */
  def compile(template: String, columns: Option[String]): RowKeyLayout =
    checked(columns match {
      case Some(text) => RowKeyLayout.compile(template, Schema.parse(text))
      case None       => RowKeyLayout.compile(template)
    })

  /** Tasks are tried again, and have to make the same keys then. */
  private def checked(layout: RowKeyLayout): RowKeyLayout = {
    layout.explanation(0).fields.forEach { field =>
      if (Random.findFirstIn(field.source).isDefined)
        throw new IllegalArgumentException(
          s"the layout ${layout.template} has ${field.source}, and a task that is tried again would make other keys " +
            "(expected a salt that follows from the columns, such as {md5(id) % 16:02d})"
        )
    }
    layout
  }
}
