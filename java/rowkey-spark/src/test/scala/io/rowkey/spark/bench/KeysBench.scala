package io.rowkey.spark.bench

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.expressions.UserDefinedFunction
import org.apache.spark.sql.functions.{col, expr, udf}
import io.rowkey.spark.LocalSpark

/**
 * How long it takes Spark to make a key of each row of a Parquet file, in a column that is thrown away, by the function, by a
 * tuned UDF and by built-in functions, and to decode it, in turns.
 */
object KeysBench {
  import Workload._

  /** Arguments: a folder, the number of rows, of rounds and of cores. */
  def main(arguments: Array[String]): Unit = {
    val folder = arguments(0)
    val rows = arguments(1).toLong
    val rounds = arguments(2).toInt
    val cores = arguments(3).toInt
    val spark = LocalSpark.builder(s"local[$cores]").getOrCreate()
    val place = s"$folder/ids-$rows.parquet"
    spark.range(0, rows, 1, 8).write.mode("overwrite").parquet(place)
    val ids = spark.read.parquet(place)
    val tuned: UserDefinedFunction = udf((id: Long) => TunedKeys.get.key(id))
    def single(expression: String) = expr(s"if(id >= 0, $expression, NULL)").as("key")
    val keys = Seq[(String, DataFrame)](
      "no key" -> ids,
      "rowkey_encode" -> ids.select(expr(Function).as("key")),
      "rowkey_encode, row by row" -> ids.select(single(Function)),
      "tuned UDF" -> ids.select(tuned(col("id")).as("key")),
      "built-in functions" -> ids.select(col("id"), expr(Digest).as("digest")).select(expr(BuiltIns).as("key"))
    )
    check(keys.tail.map(_._2))
    val ways = keys ++ Seq(
      "rowkey_encode and rowkey_decode" -> ids.select(expr(Decoded).as("back")),
      "the two of them, row by row" -> ids.select(single(Decoded))
    )
    // The first round compiles.
    val times = (0 to rounds).map(_ =>
      ways.map { case (_, frame) => seconds(frame.write.format("noop").mode("overwrite").save()) }
    )
    val bests = times.tail.transpose.map(best)
    val function = bests(1)
    println(
      f"${"keys of " + rows + s" rows, local[$cores]"}%-34s ${"s"}%8s ${"ns a row and core"}%18s ${"against the function"}%22s"
    )
    for (((name, _), time) <- ways.zip(bests)) {
      println(f"$name%-34s $time%8.2f ${cores * 1e9 * time / rows}%18.0f ${time / function}%21.2fx")
    }
    spark.stop()
  }

  /** All make the same keys. */
  private def check(ways: Seq[DataFrame]): Unit = {
    val keys = ways.map(_.limit(100000).collect().map(row => new String(row.getAs[Array[Byte]](0), "US-ASCII")).toSeq)
    require(keys.distinct.size == 1, "the ways to make keys differ")
  }
}
