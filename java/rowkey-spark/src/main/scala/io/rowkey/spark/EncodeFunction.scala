package io.rowkey.spark

import io.rowkey.Keys
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.expressions.{CreateNamedStruct, Expression}
import org.apache.spark.sql.execution.vectorized.WritableColumnVector
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String
import scala.util.control.NonFatal

/** The key of a struct: `rowkey_encode`, `try_rowkey_encode` and `rowkey_error`. */
private[spark] final case class EncodeFunction(
    child: Expression,
    template: String,
    columns: Option[String],
    mode: EncodeFunction.Mode
) extends KeyFunction {
  @transient private lazy val fields = child.dataType.asInstanceOf[StructType]
  @transient private lazy val encoder = Resources.ofTask(Layouts.encoder(template, fields, columns))

  override def dataType: DataType = if (mode == EncodeFunction.Error) StringType else BinaryType
  override def prettyName: String = mode.name

  override def checkInputDataTypes(): TypeCheckResult = child.dataType match {
    case _: StructType =>
      try {
        // Plans have many copies of a function: none of them keeps a layout for that.
        Resources.use(Layouts.encoder(template, fields, columns))(_ => TypeCheckResult.TypeCheckSuccess)
      } catch {
        case NonFatal(e) => TypeCheckResult.TypeCheckFailure(e.getMessage)
      }
    case other =>
      TypeCheckResult.TypeCheckFailure(s"$prettyName of ${other.sql} (expected a struct, such as struct(host, ts))")
  }

  override def call(argument: Any): Any = {
    val row = argument.asInstanceOf[InternalRow]
    try {
      val key = encoder.key(row)
      if (mode == EncodeFunction.Error) null else key
    } catch {
      case e: RuntimeException if !Layouts.isOfMemory(e) =>
        mode match {
          case EncodeFunction.Fail  => throw encoder.noKey(row, Array.range(0, fields.size), e)
          case EncodeFunction.Null  => null
          case EncodeFunction.Error => UTF8String.fromString(e.getMessage)
        }
    }
  }

  override def inputs: Option[Seq[Expression]] = child match {
    case struct: CreateNamedStruct => Some(struct.valExprs)
    case _                         => None
  }

  override def callOn(row: InternalRow, places: Array[Int]): Any =
    call(InternalRow.fromSeq(places.indices.map { i =>
      if (row.isNullAt(places(i))) null else row.get(places(i), fields(i).dataType)
    }))

  override def batch(): KeyFunction.Batch = new KeyFunction.Batch {
    private val keys = encoder.batch(KeyFunction.Rows)
    private val validity = new Array[Byte](KeyFunction.Rows / 8)

    override def add(row: InternalRow, places: Array[Int]): Unit = keys.add(row, places)
    override protected def rows: Int = keys.rows
    override protected def bytes: Long = keys.bytes
    override def evaluate(results: WritableColumnVector, from: Int): Unit = mode match {
      case EncodeFunction.Fail  => EncodeFunction.put(keys.encode(), results, from)
      case EncodeFunction.Error => results.putNulls(from, keys.encode().rows)
      case EncodeFunction.Null =>
        val made = keys.encode(validity)
        EncodeFunction.put(made, results, from)
        for (i <- 0 until made.rows if (validity(i / 8) >> i % 8 & 1) == 0) {
          results.putNull(from + i)
        }
    }
    override def clear(): Unit = keys.clear()
    override def close(): Unit = keys.close()
  }

  override protected def withNewChildInternal(newChild: Expression): Expression = copy(child = newChild)
}

private[spark] object EncodeFunction {

  /** All bytes at once, and then where each key lies. */
  private def put(keys: Keys, results: WritableColumnVector, from: Int): Unit = {
    val data = results.arrayData.appendBytes(keys.offset(keys.rows), keys.array, 0)
    var i = 0
    while (i < keys.rows) {
      val begin = keys.offset(i)
      results.putArray(from + i, data + begin, keys.offset(i + 1) - begin)
      i += 1
    }
  }

  /** What becomes of a row without a key. */
  sealed abstract class Mode(val name: String) extends Serializable
  case object Fail extends Mode("rowkey_encode")
  case object Null extends Mode("try_rowkey_encode")
  case object Error extends Mode("rowkey_error")
}
