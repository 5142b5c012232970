package io.rowkey.spark

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.execution.vectorized.WritableColumnVector
import org.apache.spark.sql.types.{BinaryType, DataType, StructType}

/** The columns of a key, as a struct: `rowkey_decode`. */
private[spark] final case class DecodeFunction(
    child: Expression,
    template: String,
    columns: Option[String],
    declared: Option[StructType]
) extends KeyFunction {
  @transient private lazy val layout = Resources.ofTask(Layouts.compile(template, columns))
  @transient private lazy val decoder = new KeyDecoder(layout, StructType(returned.flatMap(_.ofKey)))
  // Plans have many copies of a function: none of them keeps a layout for that.
  private lazy val returned = Resources.use(Layouts.compile(template, columns)) { layout =>
    val all = ReadColumns.ofKeys(layout)
    declared.fold(all)(ReadColumns.declared(layout, all, _))
  }

  override lazy val dataType: DataType = ReadColumns.schema(returned)
  override def prettyName: String = "rowkey_decode"

  override def checkInputDataTypes(): TypeCheckResult = DecodeFunction.checkKey(prettyName, child)
  override def call(argument: Any): Any = decoder.decode(argument.asInstanceOf[Array[Byte]])
  override def inputs: Option[Seq[Expression]] = Some(Seq(child))
  override def callOn(row: InternalRow, places: Array[Int]): Any =
    if (row.isNullAt(places(0))) null else call(row.getBinary(places(0)))

  override def batch(): KeyFunction.Batch = new KeyFunction.Batch {
    private val keys = new KeyRows
    private val batch = decoder.batch()

    override def add(row: InternalRow, places: Array[Int]): Unit = keys.add(row, places(0))
    override protected def rows: Int = keys.rows
    override protected def bytes: Long = keys.bytes
    override def evaluate(results: WritableColumnVector, from: Int): Unit = {
      batch.decode(keys.present)
      batch.put(Array.tabulate(returned.size)(results.getChild(_)), keys.places(from))
      keys.putNulls(results, from)
      keys.clear()
    }
    override def clear(): Unit = keys.clear()
    override def close(): Unit = batch.close()
  }

  override protected def withNewChildInternal(newChild: Expression): Expression = copy(child = newChild)
}

private[spark] object DecodeFunction {
  def checkKey(function: String, key: Expression): TypeCheckResult =
    if (key.dataType == BinaryType) {
      TypeCheckResult.TypeCheckSuccess
    } else {
      TypeCheckResult.TypeCheckFailure(s"$function of ${key.dataType.sql} (expected a key, which is BINARY)")
    }
}
