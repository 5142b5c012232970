package io.rowkey.spark

import io.rowkey.{RowKeyException, RowKeyLayout}
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.spark.sql.connector.expressions.NamedReference
import org.apache.spark.sql.connector.expressions.filter.Predicate
import scala.annotation.tailrec

/**
 * What the filters of a query ask of the keys. A condition that the layout cannot use, such as one with text that the type of
 * its column does not read, is left out: its filter is decided by the row, as Spark applies all of them once more.
 *
 * @param conditions
 *   the usable ones, each with its filter
 * @param left
 *   the filters that do not follow from conditions, each with the reason if there is one to tell
 * @param isEmpty
 *   whether no value of a column meets the conditions, and so no row
 */
private[spark] final case class KeyQuery(
    conditions: Seq[(KeyCondition, Predicate)],
    left: Seq[(Predicate, Option[String])],
    isEmpty: Boolean
) {

  /** The conditions as the layout reads them. */
  def text: String = KeyQuery.text(conditions)

  /** The filters that became conditions, as a whole or in part. */
  def pushed: Seq[Predicate] = conditions.map(_._2).distinct

  /** What a plan shows: of the columns in `filtered` the ranges hold other rows as well. */
  def describe(filtered: Set[String]): String = {
    val beside = conditions.collect { case (condition, filter) if filtered(condition.column) => filter -> None }
    val byRow = (left ++ beside).filterNot { case (filter, _) => isImplied(filter) }.distinct
    val shown = byRow.map { case (filter, reason) => filter.toString + reason.fold("")(text => s" ($text)") }
    s"pushed: [$text]${if (isEmpty) ", which no key meets" else ""}, checked by row: [${shown.mkString(", ")}]"
  }

  /** Spark adds that a column is not null where another filter says more. */
  private def isImplied(filter: Predicate): Boolean = filter.name == "IS_NOT_NULL" && filter.children.forall {
    case column: NamedReference =>
      pushed.exists(_.references.exists(_.fieldNames.sameElements(column.fieldNames)))
    case _ => false
  }
}

private[spark] object KeyQuery {
  val All: KeyQuery = KeyQuery(Nil, Nil, isEmpty = false)

  def of(filters: Seq[Predicate], layout: RowKeyLayout, columns: Seq[ReadColumn]): KeyQuery = {
    val keys = new KeyConditions(layout, columns)
    val found = filters.map(filter => filter -> keys.of(filter))
    val left = found.collect { case (filter, asked) if !asked.isWhole => filter -> None }
    usable(layout, found.flatMap { case (filter, asked) => asked.conditions.map(_ -> filter) }, left)
  }

  @tailrec private def usable(
      layout: RowKeyLayout,
      conditions: Seq[(KeyCondition, Predicate)],
      left: Seq[(Predicate, Option[String])]
  ): KeyQuery = problem(layout, text(conditions)) match {
    case None                                             => KeyQuery(conditions, left, isEmpty = false)
    case Some(e) if e.kind == RowKeyException.Kind.RANGE  => KeyQuery(conditions, left, isEmpty = true)
    case Some(e) if e.kind == RowKeyException.Kind.MEMORY => throw e
    case Some(e) =>
      val (bad, good) = concerned(conditions, e)
      usable(layout, good, left ++ bad.map { case (_, filter) => filter -> Some(e.getMessage.takeWhile(_ != '\n')) })
  }

  /** What is wrong with conditions. */
  private def problem(layout: RowKeyLayout, conditions: String): Option[RowKeyException] =
    try {
      layout.ranges(conditions, 1, null)
      None
    } catch {
      case e: RowKeyException if conditions.nonEmpty => Some(e)
    }

  /** The conditions that an exception is about, at least one, and the others. */
  private def concerned(
      conditions: Seq[(KeyCondition, Predicate)],
      e: RowKeyException
  ): (Seq[(KeyCondition, Predicate)], Seq[(KeyCondition, Predicate)]) = {
    val ends = conditions.scanLeft(0L)((end, next) => end + (next._1.text + Separator).getBytes(UTF_8).length).tail
    val (bad, good) = conditions.zip(ends).zip(0L +: ends).partition { case ((condition, end), begin) =>
      if (e.offset >= 0) begin <= e.offset && e.offset < end else condition._1.column == e.column
    }
    if (bad.isEmpty) (conditions, Nil) else (bad.map(_._1._1), good.map(_._1._1))
  }

  private val Separator = ", "

  private def text(conditions: Seq[(KeyCondition, Predicate)]): String = conditions.map(_._1.text).mkString(Separator)
}
