package io.rowkey.spark

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.{Row, SQLContext}
import org.apache.spark.sql.catalyst.plans.logical.{InsertIntoStatement, LogicalPlan}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.execution.datasources.LogicalRelation
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.sources.{BaseRelation, TableScan}
import org.apache.spark.sql.types.StructType

/** A table as the catalog of Spark 3.5 finds it, which knows no others: it stands in plans until [[RowKeyRelations]] sees it. */
private[spark] final class RowKeyRelation(override val sqlContext: SQLContext, val table: RowKeyTable)
    extends BaseRelation
    with TableScan {
  override def schema: StructType = table.fields
  override def buildScan(): RDD[Row] = throw new IllegalStateException(
    s"${table.name} in a session without the extension (expected spark.sql.extensions=${classOf[RowKeyExtensions].getName})"
  )
}

/** Puts tables in the place of relations, to be read and written as any other frame of the source. */
private[spark] object RowKeyRelations extends Rule[LogicalPlan] {
  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperatorsDown {
    case insert: InsertIntoStatement =>
      table(insert.table).fold[LogicalPlan](insert)(Copies.replace(insert, 0, insert.table)(_))
    case relation: LogicalRelation => table(relation).getOrElse(relation)
  }

  private def table(plan: LogicalPlan): Option[LogicalPlan] = plan match {
    case logical: LogicalRelation =>
      logical.relation match {
        case relation: RowKeyRelation =>
          // With the name that the catalog has for it: REFRESH TABLE asks for both.
          val catalog = relation.sqlContext.sparkSession.sessionState.catalogManager.catalog("spark_catalog")
          val name =
            logical.catalogTable.map(_.identifier).map(found => Identifier.of(found.database.toArray, found.table))
          val found = DataSourceV2Relation.create(relation.table, name.map(_ => catalog), name)
          Some(Copies.replace(found, 1, found.output)(logical.output))
        case _ => None
      }
    case _ => None
  }
}
