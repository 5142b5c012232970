package io.rowkey.spark

import io.rowkey.{Keys, Router, RowKeyException, Sketch}
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.{Column, DataFrame}
import org.apache.spark.sql.functions._
import org.apache.spark.unsafe.hash.Murmur3_x86_32

/** Deals rows out to tasks: one for each region, or several for one with many rows. */
private[spark] object RegionTasks {
  private val SeedOfSpark = 42

  /** Rows in the order of their keys within each task, and every task with the keys between two of the points. */
  def sorted(rows: DataFrame, key: Column, points: Array[Array[Byte]]): DataFrame = {
    val tasks = points.length + 1
    val dealt = if (tasks == 1) rows.repartition(1) else rows.repartition(tasks, task(key, points))
    dealt.sortWithinPartitions(key)
  }

  private def region(key: Column, points: Array[Array[Byte]]): Column =
    call_function("rowkey_region", key, typedLit(points.toSeq))

  /** A number that Spark's hash partitioning sends to the task of a key. */
  private def task(key: Column, points: Array[Array[Byte]]): Column =
    element_at(typedLit(numbers(points.length + 1).toSeq), region(key, points) + 1)

  /** For each task the first number that is hashed to it: some n ln n are tried. */
  private[spark] def numbers(tasks: Int): Array[Int] = {
    val found = new Array[Int](tasks)
    val isFound = new Array[Boolean](tasks)
    var missing = tasks
    var number = 0
    while (missing > 0) {
      val task = Math.floorMod(Murmur3_x86_32.hashInt(number, SeedOfSpark), tasks)
      if (!isFound(task)) {
        isFound(task) = true
        found(task) = number
        missing -= 1
      }
      number += 1
    }
    found
  }

  /**
   * The split points of a table with more in the regions that have more than `rowsOfTask` of the rows of a sketch, so that no
   * task has more than that, but for what the sketch is wrong by; and at most `mostOfRegion` tasks for a region.
   */
  def points(sketch: Sketch, splits: Array[Array[Byte]], rowsOfTask: Long, mostOfRegion: Int): Array[Array[Byte]] = {
    val tasks = sketch.rows / rowsOfTask + (if (sketch.rows % rowsOfTask > 0) 1 else 0)
    val even = evenly(sketch, Math.min(tasks, Int.MaxValue).toInt)
    if (even.isEmpty) {
      splits
    } else {
      val regions = Resources.use(Router.of(splits))(_.regions(Keys.of(even: _*)))
      val shares = sketch.shares(splits)
      val more = even.zip(regions).groupBy(_._2).toSeq.flatMap { case (region, points) =>
        if (shares(region) * sketch.rows > rowsOfTask) someOf(points.map(_._1), mostOfRegion - 1) else Nil
      }
      // A key that many rows share may be a point twice, or the region's own.
      (splits ++ more)
        .sorted(Order)
        .foldLeft(Vector.empty[Array[Byte]]) { (all, next) =>
          if (all.lastOption.exists(Bytes.equals(_, next))) all else all :+ next
        }
        .toArray
    }
  }

  /** Points that part the rows among so many tasks, or fewer where not so many keys differ. */
  private def evenly(sketch: Sketch, tasks: Int): Array[Array[Byte]] =
    if (tasks <= 1) {
      Array.empty
    } else {
      try sketch.splits(tasks)
      catch {
        case e: RowKeyException if e.kind == RowKeyException.Kind.RANGE => evenly(sketch, tasks / 2)
      }
    }

  private def someOf(points: Array[Array[Byte]], most: Int): Seq[Array[Byte]] =
    if (points.length <= most) {
      points.toSeq
    } else {
      (1 to most).map(i => points((i.toLong * points.length / (most + 1)).toInt))
    }

  /** The order of HBase: keys as unsigned bytes. */
  private[spark] object Order extends Ordering[Array[Byte]] {
    override def compare(a: Array[Byte], b: Array[Byte]): Int = Bytes.compareTo(a, b)
  }
}
