package io.rowkey.spark

import io.rowkey.{RowKeyException, RowKeyLayout, Schema}
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType
import scala.annotation.tailrec

/** Layouts for the columns of Spark. */
private[spark] object Layouts {
  private val Random = "\\brandom\\s*\\(".r
  private val Name = "`[^`]*`|[\\w.[^\\x00-\\x7f]]+".r

  /** The keys of a template for fields of Spark, of which `declared` gives some their types. */
  def encoder(template: String, fields: StructType, declared: Option[String]): KeyEncoder = {
    val encoder = named(template, columns(fields, declared), Set.empty)
    Resources.checked(encoder)(checkTypes(encoder))
  }

  /** The columns that a template reads of a frame with these fields, by the names that it has for them. */
  def used(template: String, fields: StructType, declared: Option[String]): Seq[KeyColumn] = {
    val typed = declared.map(Schema.parse).fold(Seq.empty[String])(names)
    val possible = fields.filter { field =>
      typed.exists(isNamed(_, field.name)) || KeyColumn.typeOf(field.dataType).isDefined
    }
    Resources.use(encoder(template, StructType(possible), declared)) { encoder =>
      encoder.columns.filter(column => encoder.layout.uses(column.name))
    }
  }

  private def columns(fields: StructType, declared: Option[String]): Seq[KeyColumn] = {
    val types = declared.map(Schema.parse).getOrElse(Schema.builder.build)
    val typed = names(types).map(name => place(fields.fieldNames.toSeq, name, name) -> name).toMap
    fields.zipWithIndex.map { case (field, i) =>
      val columnType =
        typed.get(i).map(name => types.`type`(types.indexOf(name))).orElse(KeyColumn.typeOf(field.dataType))
      KeyColumn(
        typed.getOrElse(i, field.name),
        field.dataType,
        columnType.getOrElse {
          throw new IllegalArgumentException(
            s"column ${field.name} is of Spark's type ${field.dataType.sql}, which keys do not have (expected a cast)"
          )
        }
      )
    }
  }

  /** Where the field is that Spark takes for a name: the one that is called so, or the only one but for the case of letters. */
  def place(fields: Seq[String], name: String, shown: String): Int = {
    val same = fields.indices.filter(i => isNamed(fields(i), name))
    if (fields.contains(name)) {
      fields.indexOf(name)
    } else if (same.size == 1) {
      same.head
    } else if (same.isEmpty) {
      throw new IllegalArgumentException(
        s"no field of the struct is called $shown (expected ${fields.mkString(", ")})"
      )
    } else {
      throw new IllegalArgumentException(
        s"fields ${same.map(fields).mkString(" and ")} of the struct could be $shown (expected one, or that name as it is)"
      )
    }
  }

  /** Whether two names are one for Spark: `spark.sql.caseSensitive` says whether letters have a case. */
  def isNamed(name: String, other: String): Boolean = SQLConf.get.resolver(name, other)

  /** The names of columns, in their order. */
  def names(schema: Schema): Seq[String] = (0 until schema.size).map(schema.name(_))

  /** The layout of a template for columns, which get the names that the template has for them; each at most once. */
  @tailrec private def named(template: String, columns: Seq[KeyColumn], renamed: Set[Int]): KeyEncoder = {
    val schema = Schema.builder
    columns.foreach(column => schema.column(column.name, column.columnType))
    val compiled =
      try Right(RowKeyLayout.compile(template, schema.build))
      catch {
        case e: RowKeyException if e.kind == RowKeyException.Kind.COLUMN => Left(e)
      }
    compiled match {
      case Right(layout) => new KeyEncoder(checked(layout), columns)
      case Left(e) =>
        val name = nameAt(template, e)
        val names = columns.map(_.name)
        if (!names.exists(isNamed(_, name))) {
          throw e
        }
        val found = place(names, name, name)
        if (renamed(found)) {
          throw e
        }
        named(template, columns.updated(found, columns(found).copy(name = name)), renamed + found)
    }
  }

  /** The name that a template has where an exception points. */
  private def nameAt(template: String, e: RowKeyException): String = {
    val text = if (template.startsWith("@")) Resources.use(RowKeyLayout.compile(template))(_.template) else template
    val bytes = text.getBytes(UTF_8)
    Name
      .findPrefixOf(new String(bytes, e.offset.toInt, bytes.length - e.offset.toInt, UTF_8))
      .fold("")(_.replace("`", ""))
  }

  /** Columns that do not take what Spark has are refused before there are rows: by a row of nulls. */
  private def checkTypes(encoder: KeyEncoder): Unit = {
    val count = encoder.columns.size
    Resources.use(encoder.batch(1)) { nulls =>
      nulls.add(new GenericInternalRow(count), Array.range(0, count))
      try nulls.encode()
      catch {
        case e: RowKeyException if e.kind != RowKeyException.Kind.TYPE => // what the layout says of nulls
      }
    }
  }

  /** Whether an exception tells a lack of memory, and so nothing of a row. */
  def isOfMemory(e: Throwable): Boolean = e match {
    case e: RowKeyException => e.kind == RowKeyException.Kind.MEMORY
    case _                  => false
  }

  /** The layout of a template with the columns that are given, or that it implies. */
  def compile(template: String, columns: Option[String]): RowKeyLayout =
    checked(columns match {
      case Some(text) => RowKeyLayout.compile(template, Schema.parse(text))
      case None       => RowKeyLayout.compile(template)
    })

  /** Tasks are tried again, and have to make the same keys then. */
  private def checked(layout: RowKeyLayout): RowKeyLayout = Resources.checked(layout) {
    layout.explanation(0).fields.forEach { field =>
      if (Random.findFirstIn(field.source).isDefined) {
        throw new IllegalArgumentException(
          s"the layout ${layout.template} has ${field.source}, and a task that is tried again would make other keys " +
            "(expected a salt that follows from the columns, such as {md5(id) % 16:02d})"
        )
      }
    }
  }
}
