package io.rowkey.spark

import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.{Column, DataFrame}
import org.apache.spark.sql.functions._
import org.apache.spark.unsafe.hash.Murmur3_x86_32

/** Deals rows out to tasks: one for each region, or several for one with many rows. */
private[spark] object RegionTasks {
  private val SampleOfTask = 200
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
   * The split points of a table with more between them, so that no task has many more rows than `rowsOfTask`. It counts
   * the rows of each region and takes a sample of the large ones, which reads the input twice.
   */
  def points(
      rows: DataFrame,
      key: Column,
      splits: Array[Array[Byte]],
      rowsOfTask: Long,
      mostOfRegion: Int
  ): Array[Array[Byte]] = {
    val of = if (splits.isEmpty) lit(0) else region(key, splits)
    val placed = rows.where(key.isNotNull).select(key.as("key"), of.as("region"))
    val parts = placed
      .groupBy("region")
      .count()
      .collect()
      .map(row => row.getInt(0) -> row.getLong(1))
      .toMap
      .filter(_._2 > rowsOfTask)
      .map { case (region, count) => region -> Math.min(mostOfRegion, Math.ceil(count.toDouble / rowsOfTask)).toInt }
    if (parts.isEmpty) {
      splits
    } else {
      val fraction = Math.min(1, SampleOfTask.toDouble / rowsOfTask)
      val sample = placed.where(col("region").isin(parts.keys.toSeq: _*)).sample(fraction, 0L).collect()
      val more = sample.groupBy(_.getInt(1)).toSeq.flatMap { case (region, found) =>
        val keys = found.map(_.getAs[Array[Byte]](0)).sorted(Order)
        (1 until parts(region)).map(i => keys((i.toLong * keys.length / parts(region)).toInt))
      }
      // A key that many rows share is one point, or the region's own.
      (splits ++ more)
        .sorted(Order)
        .foldLeft(Vector.empty[Array[Byte]]) { (all, next) =>
          if (all.lastOption.exists(Bytes.equals(_, next))) all else all :+ next
        }
        .toArray
    }
  }

  /** The order of HBase: keys as unsigned bytes. */
  private[spark] object Order extends Ordering[Array[Byte]] {
    override def compare(a: Array[Byte], b: Array[Byte]): Int = Bytes.compareTo(a, b)
  }
}
