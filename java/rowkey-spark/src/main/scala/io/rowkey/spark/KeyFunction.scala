package io.rowkey.spark

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{Expression, UnaryExpression}
import org.apache.spark.sql.catalyst.expressions.codegen.{CodegenContext, CodeGenerator, ExprCode}
import org.apache.spark.sql.execution.vectorized.WritableColumnVector

/** A function of Spark SQL that is evaluated for a row by itself, and in [[BatchFunctionExec]] for many at a time. */
private[spark] trait KeyFunction extends UnaryExpression {

  /** The result for an argument that is not null: of the type of `dataType` as Spark keeps it, or null. */
  def call(argument: Any): Any

  /** What a batch needs of each row, or none where the argument is not made of columns. */
  def inputs: Option[Seq[Expression]]

  /** The result for the inputs of one row, which stand in these places of it. */
  def callOn(row: InternalRow, places: Array[Int]): Any

  /** Evaluates many rows. For one task. */
  def batch(): KeyFunction.Batch

  override def nullable: Boolean = true
  override protected def nullSafeEval(argument: Any): Any = call(argument)

  override protected def doGenCode(ctx: CodegenContext, ev: ExprCode): ExprCode = {
    val function = ctx.addReferenceObj("keyFunction", this, classOf[KeyFunction].getName)
    val boxed = ctx.freshName("result")
    val javaType = CodeGenerator.boxedType(dataType)
    nullSafeCodeGen(
      ctx,
      ev,
      argument => s"""
        $javaType $boxed = ($javaType) $function.call($argument);
        if ($boxed == null) {
          ${ev.isNull} = true;
        } else {
          ${ev.value} = $boxed;
        }"""
    )
  }
}

private[spark] object KeyFunction {

  /** How many rows are evaluated in a call: it costs some hundred nanoseconds, and rows should stay in the cache. */
  val Rows = 4096
  private val Bytes = 1 << 20

  /** Whether so many rows, with so many bytes of what differs in length, are enough for a call. */
  def isFull(rows: Int, bytes: Long): Boolean = rows >= Rows || bytes >= Bytes

  /** Rows that are evaluated together. */
  abstract class Batch extends AutoCloseable {

    /** Takes the inputs of a row, which stand in these places of it. */
    def add(row: InternalRow, places: Array[Int]): Unit

    protected def rows: Int

    /** Of what differs in length. */
    protected def bytes: Long

    /** Whether the rows are to be evaluated before another one is added. */
    final def isFull: Boolean = KeyFunction.isFull(rows, bytes)

    /** Puts the results of the rows into a column, in their order from a place on, and forgets the rows. */
    def evaluate(results: WritableColumnVector, from: Int): Unit

    /** Forgets the rows. */
    def clear(): Unit
  }
}
