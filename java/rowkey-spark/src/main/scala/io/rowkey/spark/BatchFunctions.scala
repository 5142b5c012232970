package io.rowkey.spark

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ProjectExec, SparkPlan}

/**
 * Evaluates functions that are columns of a projection in batches: each becomes a [[BatchFunctionExec]] below it. Those
 * within other expressions stay, as a `CASE` may have to keep rows from them.
 */
private[spark] object BatchFunctions extends Rule[SparkPlan] {
  override def apply(plan: SparkPlan): SparkPlan = plan.transformUp { case project: ProjectExec =>
    extract(project)
  }

  private def extract(project: ProjectExec): SparkPlan = {
    var columns = project.projectList
    var child = project.child
    var found = columns.flatMap(innermost).headOption
    while (found.isDefined) {
      val function = found.get
      val (inputs, below) = named(function.inputs.get, child)
      val result = AttributeReference(function.prettyName, function.dataType, function.nullable)()
      child = BatchFunctionExec(function, inputs, result, below)
      columns = columns.map(_.transformDown {
        case same: KeyFunction if same.semanticEquals(function) => result
      }.asInstanceOf[NamedExpression])
      found = columns.flatMap(innermost).headOption
    }
    if (child eq project.child) project else project.copy(projectList = columns, child = child)
  }

  /** A function to be evaluated for each row of the projection, whose arguments have no other such function. */
  private def innermost(column: Expression): Option[KeyFunction] = column match {
    case alias: Alias => innermost(alias.child)
    case function: KeyFunction if function.inputs.isDefined =>
      function.inputs.get.flatMap(innermost).headOption.orElse(Some(function).filter(_.deterministic))
    case function: KeyFunction => innermost(function.child)
    case _                     => None
  }

  /** Expressions as columns of a plan. */
  private def named(expressions: Seq[Expression], plan: SparkPlan): (Seq[Attribute], SparkPlan) = {
    val columns = expressions.map {
      case attribute: Attribute => attribute
      case other                => Alias(other, "input")()
    }
    val added = columns.collect { case alias: Alias => alias }
    (columns.map(_.toAttribute), if (added.isEmpty) plan else ProjectExec(plan.output ++ added, plan))
  }
}
