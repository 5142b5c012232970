package io.rowkey.spark.bench

/** The same key in the ways that people make it. */
private[bench] object Workload {
  val Template = "{md5(id) % 1000000:07d}{id:010d}"
  val Function = s"rowkey_encode('$Template', struct(id))"

  val Decoded = s"rowkey_decode('$Template', $Function)"

  /** With what Spark SQL has: the digest as four numbers of 32 bits, so that the modulo of all 128 is exact. */
  val BuiltIns: String = {
    def word(i: Int) = s"CAST(conv(substr(digest, ${8 * i + 1}, 8), 16, 10) AS BIGINT)"
    val salt = (1 to 3).foldLeft(s"${word(0)} % 1000000")((high, i) => s"(($high) * 4294967296 + ${word(i)}) % 1000000")
    s"CAST(concat(lpad(CAST($salt AS STRING), 7, '0'), lpad(CAST(id AS STRING), 10, '0')) AS BINARY)"
  }
  val Digest = "md5(CAST(id AS STRING))"

  /** The least time of a few runs, in seconds: other programs only add to it. */
  def best(runs: Seq[Double]): Double = runs.min

  def seconds(run: => Unit): Double = {
    val begin = System.nanoTime
    run
    (System.nanoTime - begin) / 1e9
  }
}
