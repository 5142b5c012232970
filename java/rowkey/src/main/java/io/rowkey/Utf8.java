package io.rowkey;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text as UTF-8, without the silent replacements of {@link String}. */
final class Utf8 {
  private Utf8() {}

  /** The bytes of the text. Unpaired surrogates have none, and are refused. */
  static byte[] encode(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    // An unpaired surrogate has become a question mark, so only such texts need a look.
    for (byte b : bytes) {
      if (b == '?') {
        checkSurrogates(text);
        break;
      }
    }
    return bytes;
  }

  private static void checkSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      boolean isPair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (!isPair) {
        throw new IllegalArgumentException(
            "char " + i + " of the text is an unpaired surrogate (expected text that UTF-8 has)");
      }
      i++;
    }
  }

  static String decode(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalStateException(
          "the bytes are not UTF-8 text (getBytes gives them as they are)", e);
    }
  }
}
