package io.rowkey.spark

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.FunctionIdentifier
import org.apache.spark.sql.catalyst.expressions.{Expression, ExpressionInfo}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.ArrayData
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}
import org.apache.spark.sql.types.{ArrayType, BinaryType, StringType, StructType}
import org.apache.spark.unsafe.types.UTF8String

/**
 * The functions of row keys in Spark SQL: `spark.sql.extensions=io.rowkey.spark.RowKeyExtensions` gives a session
 *
 *   - `rowkey_encode(template, struct)`: the key of the record in the struct, as `BINARY`. A record without a key, such as
 *     one with a number that its field cannot hold, is an error that shows it.
 *   - `try_rowkey_encode(template, struct)`: the same, and `NULL` for a record without a key.
 *   - `rowkey_error(template, struct)`: why a record has no key, or `NULL` where it has one.
 *   - `rowkey_decode(template, key)`: a struct of the columns that the key gives back. A key of another layout is an error.
 *     A fourth argument such as `'host STRING, day DATE'` says which columns, and of which types.
 *   - `rowkey_region(key, points)`: the region of the key, from 0 to the number of points, an array of `BINARY` or `STRING`.
 *
 * Template and points are constants. A further argument, as in `rowkey_decode(template, key, 'host:text,ts:time(ms)')`,
 * gives columns their types; else those follow from the types of the struct, and for decoding from the template.
 *
 * Where the functions are columns of a `SELECT`, thousands of rows go to the native library in one call.
 */
final class RowKeyExtensions extends (SparkSessionExtensions => Unit) {
  import RowKeyExtensions._

  override def apply(extensions: SparkSessionExtensions): Unit = {
    for (mode <- Seq(EncodeFunction.Fail, EncodeFunction.Null, EncodeFunction.Error)) {
      inject(extensions, mode.name, classOf[EncodeFunction], "template, struct[, columns]") { arguments =>
        EncodeFunction(arguments(1), text(mode.name, arguments.head), columns(mode.name, arguments), mode)
      }
    }
    inject(extensions, "rowkey_decode", classOf[DecodeFunction], "template, key[, columns[, schema]]", most = 4) {
      arguments =>
        DecodeFunction(
          arguments(1),
          text("rowkey_decode", arguments.head),
          columns("rowkey_decode", arguments),
          schema("rowkey_decode", arguments)
        )
    }
    inject(extensions, "rowkey_region", classOf[RegionFunction], "key, points", most = 2) { arguments =>
      RegionFunction(arguments.head, points(arguments(1)))
    }
    extensions.injectResolutionRule(new CatalogWrites(_))
    extensions.injectResolutionRule(_ => RowKeyRelations)
    extensions.injectColumnar(_ =>
      new ColumnarRule {
        override def preColumnarTransitions: Rule[SparkPlan] = BatchFunctions
      }
    )
  }
}

private object RowKeyExtensions {
  private def inject(
      extensions: SparkSessionExtensions,
      name: String,
      of: Class[_],
      usage: String,
      most: Int = 3
  )(build: Seq[Expression] => Expression): Unit = {
    val info = new ExpressionInfo(of.getName, null, name, s"$name($usage)", "", "", "", "", "", "", "")
    extensions.injectFunction(
      (
        FunctionIdentifier(name),
        info,
        arguments => {
          if (arguments.length < 2 || arguments.length > most) {
            throw new IllegalArgumentException(s"$name of ${arguments.length} arguments (expected $name($usage))")
          }
          build(arguments)
        }
      )
    )
  }

  private def constant(function: String, argument: Expression, what: String): Any = {
    val value = if (argument.foldable) argument.eval() else null
    if (value == null) {
      throw new IllegalArgumentException(s"$function of ${argument.sql} (expected a constant there: $what)")
    }
    value
  }

  private def text(function: String, argument: Expression): String =
    constant(function, argument, "a template such as '{md5(id) % 16:02d}{id:010d}'") match {
      case template: UTF8String => template.toString
      case _ =>
        throw new IllegalArgumentException(s"$function of ${argument.sql} (expected a template, which is STRING)")
    }

  private def columns(function: String, arguments: Seq[Expression]): Option[String] =
    arguments.lift(2).map(argument => constant(function, argument, "columns such as 'host:text,ts:time(ms)'").toString)

  private def schema(function: String, arguments: Seq[Expression]): Option[StructType] =
    arguments.lift(3).map { argument =>
      StructType.fromDDL(constant(function, argument, "a schema such as 'host STRING, day DATE'").toString)
    }

  private def points(argument: Expression): Seq[Seq[Byte]] = {
    val values = constant("rowkey_region", argument, "an array of split points")
    argument.dataType match {
      case ArrayType(BinaryType, _) =>
        values.asInstanceOf[ArrayData].toObjectArray(BinaryType).toSeq.map(point => bytes(argument, point))
      case ArrayType(StringType, _) =>
        values.asInstanceOf[ArrayData].toObjectArray(StringType).toSeq.map {
          case point: UTF8String => point.getBytes.toSeq
          case other             => bytes(argument, other)
        }
      case other =>
        throw new IllegalArgumentException(s"split points of ${other.sql} (expected an array of BINARY or STRING)")
    }
  }

  private def bytes(argument: Expression, point: Any): Seq[Byte] = point match {
    case bytes: Array[Byte] => bytes.toSeq
    case _ => throw new IllegalArgumentException(s"a split point of ${argument.sql} is NULL (expected bytes)")
  }
}
