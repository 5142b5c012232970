package rowkey.tests.hbase;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** What {@code rowkey encode --emit key+record} wrote: a key, a tab and a record in each line. */
final class KeyedRecords implements AutoCloseable {
  private final BufferedReader lines;
  private final Design.Form form;
  private byte[] key;
  private byte[] record;

  KeyedRecords(Path file, Design.Form form) throws IOException {
    this.lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
    this.form = form;
  }

  /** Goes on to the next line; false at the end. */
  boolean next() throws IOException {
    String line = lines.readLine();
    if (line == null) {
      return false;
    }
    int tab = line.indexOf('\t');
    key = key(line.substring(0, tab), form);
    record = line.substring(tab + 1).getBytes(StandardCharsets.ISO_8859_1);
    return true;
  }

  byte[] key() {
    return key;
  }

  byte[] record() {
    return record;
  }

  /** The bytes of a key that is written in this form. */
  static byte[] key(String text, Design.Form form) {
    return form == Design.Form.HEX
        ? HexFormat.of().parseHex(text)
        : text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
