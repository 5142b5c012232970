package io.rowkey.spark.bench

import java.security.MessageDigest

/**
 * The keys of `{md5(id) % 1000000:07d}{id:010d}` as a careful programmer of the JVM makes them: the digest is kept, digits are
 * written by hand, and nothing but the key is allocated. For one thread.
 */
final class TunedKeys {
  private val md5 = MessageDigest.getInstance("MD5")
  private val digits = new Array[Byte](20)
  private val digest = new Array[Byte](16)

  def key(id: Long): Array[Byte] = {
    var begin = digits.length
    var rest = id
    do {
      begin -= 1
      digits(begin) = ('0' + rest % 10).toByte
      rest /= 10
    } while (rest != 0)
    md5.update(digits, begin, digits.length - begin)
    md5.digest(digest, 0, digest.length)
    var salt = 0L
    var i = 0
    while (i < digest.length) {
      val word =
        (digest(i) & 0xffL) << 24 | (digest(i + 1) & 0xff) << 16 | (digest(i + 2) & 0xff) << 8 | (digest(i + 3) & 0xff)
      salt = (salt << 32 | word) % 1000000
      i += 4
    }
    val key = new Array[Byte](17)
    write(salt, key, 0, 7)
    write(id, key, 7, 10)
    key
  }

  private def write(number: Long, key: Array[Byte], at: Int, count: Int): Unit = {
    var rest = number
    var i = at + count
    while (i > at) {
      i -= 1
      key(i) = ('0' + rest % 10).toByte
      rest /= 10
    }
  }
}

object TunedKeys {
  private val keys = new ThreadLocal[TunedKeys] {
    override def initialValue(): TunedKeys = new TunedKeys
  }

  /** The keys of this thread. */
  def get: TunedKeys = keys.get
}
