package io.rowkey.spark

import java.util.Locale
import org.apache.spark.sql.{SaveMode, SparkSession}
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.CreateTable
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

/**
 * What Spark lacks where frames are written into tables of its catalog: a table that is made of a frame keeps the options of
 * the frame, without which nobody could read it; `saveAsTable` of Spark 3.5 appends to one that is there; and none is
 * replaced, for which Spark would drop it before it asks the source.
 */
private[spark] final class CatalogWrites(spark: SparkSession) extends Rule[LogicalPlan] {
  import CatalogWrites._

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperatorsDown {
    case create: CreateTableAsSelect if isOurs(create.tableSpec.provider)    => keepOptions(create)
    case replace: ReplaceTableAsSelect if isOurs(replace.tableSpec.provider) => refuse(nameOf(replace.name))
    case save: CreateTable if save.query.isDefined && isOurs(save.tableDesc.provider) =>
      if (save.mode == SaveMode.Append) append(save) else refuse(save.tableDesc.identifier.table)
  }

  private def append(save: CreateTable): LogicalPlan = spark
    .table(save.tableDesc.identifier.quotedString)
    .queryExecution
    .analyzed
    .collectFirst { case found: DataSourceV2Relation if found.table.isInstanceOf[RowKeyTable] => found }
    .fold[LogicalPlan](save)(AppendData.byName(_, save.query.get))
}

private object CatalogWrites {
  private def isOurs(provider: Option[String]): Boolean =
    provider.exists(name => name.equalsIgnoreCase("rowkey") || name == classOf[RowKeySource].getName)

  private def keepOptions(create: CreateTableAsSelect): LogicalPlan = create.tableSpec match {
    case spec: TableSpec =>
      val there = spec.options.keySet.map(_.toLowerCase(Locale.ROOT))
      val more = TableOptions.named(create.writeOptions).filterNot { case (name, _) =>
        there(name.toLowerCase(Locale.ROOT))
      }
      if (more.isEmpty) create
      else Copies.replace(create, 3, spec)(Copies.replace(spec, 2, spec.options)(spec.options ++ more))
    case _ => create
  }

  private def nameOf(name: LogicalPlan): String = name match {
    case resolved: ResolvedIdentifier => resolved.identifier.name
    case other                        => other.simpleString(100)
  }

  private def refuse(name: String): Nothing = throw new IllegalArgumentException(
    s"the table $name is not replaced, as rows of HBase are not (expected INSERT INTO or the mode append; " +
      "DROP TABLE and CREATE TABLE give it other options, and leave HBase as it is)"
  )
}

/** Copies of case classes of Spark, whose own `copy` takes other arguments in the next version. */
private[spark] object Copies {

  /** With another value in the place of an old one, which has to be there. */
  def replace[T <: Product](whole: T, place: Int, old: AnyRef)(by: AnyRef): T = {
    val values = whole.productIterator.map(_.asInstanceOf[AnyRef]).toArray
    require(values(place) eq old, s"${whole.getClass.getName} of another version of Spark")
    values(place) = by
    val constructor = whole.getClass.getConstructors.find(_.getParameterCount == values.length).get
    constructor.newInstance(values: _*).asInstanceOf[T]
  }
}
