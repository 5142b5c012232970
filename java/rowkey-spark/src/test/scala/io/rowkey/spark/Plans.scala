package io.rowkey.spark

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec

/** How Spark is going to run a query. */
private[spark] object Plans {

  /** The functions that are evaluated in batches; with cached frames, once the query has run. */
  def batches(frame: DataFrame): Seq[BatchFunctionExec] = {
    def of(plan: SparkPlan): Seq[BatchFunctionExec] = plan match {
      case adaptive: AdaptiveSparkPlanExec => of(adaptive.executedPlan)
      case batch: BatchFunctionExec        => of(batch.child) :+ batch
      case other                           => other.children.flatMap(of)
    }
    of(frame.queryExecution.executedPlan)
  }
}
