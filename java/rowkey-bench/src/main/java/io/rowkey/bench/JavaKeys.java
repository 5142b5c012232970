package io.rowkey.bench;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The keys of {@code {md5(id) % 1000000:07d}{id:010d}} in Java. */
public final class JavaKeys {
  private static final BigInteger MODULUS = BigInteger.valueOf(1_000_000);

  private final MessageDigest md5;
  private final byte[] digits = new byte[20];
  private final byte[] digest = new byte[16];

  /** Keys of one thread. */
  public JavaKeys() {
    md5 = newMd5();
  }

  private static MessageDigest newMd5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As people write it. */
  public static byte[] naive(long id) {
    byte[] hash = newMd5().digest(String.valueOf(id).getBytes(StandardCharsets.UTF_8));
    long salt = new BigInteger(1, hash).mod(MODULUS).longValue();
    return String.format("%07d%010d", salt, id).getBytes(StandardCharsets.UTF_8);
  }

  /** As fast as it goes: nothing but the key is allocated, and digits are written by hand. */
  public byte[] tuned(long id) {
    byte[] key = new byte[17];
    write(id, key, 0);
    return key;
  }

  void write(long id, byte[] keys, int at) {
    int begin = digits.length;
    long rest = id;
    do {
      digits[--begin] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
    try {
      md5.update(digits, begin, digits.length - begin);
      md5.digest(digest, 0, digest.length);
    } catch (DigestException e) {
      throw new IllegalStateException(e);
    }
    long salt = 0;
    for (int i = 0; i < digest.length; i += 4) {
      long word =
          (digest[i] & 0xffL) << 24
              | (digest[i + 1] & 0xff) << 16
              | (digest[i + 2] & 0xff) << 8
              | (digest[i + 3] & 0xff);
      salt = (salt << 32 | word) % 1_000_000;
    }
    writeDigits((int) salt, keys, at, 7);
    int high = (int) (id / 100_000);
    writeDigits(high, keys, at + 7, 5);
    writeDigits((int) (id - high * 100_000L), keys, at + 12, 5);
  }

  private static void writeDigits(int number, byte[] keys, int at, int count) {
    int rest = number;
    for (int i = at + count - 1; i >= at; i--) {
      int tenth = rest / 10;
      keys[i] = (byte) ('0' + rest - tenth * 10);
      rest = tenth;
    }
  }
}
