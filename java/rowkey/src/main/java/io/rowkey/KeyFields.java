package io.rowkey;

import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one key, in their order, and the literal texts between them: together they are all
 * bytes of the key. A list that cannot be changed.
 */
public final class KeyFields extends AbstractList<KeyFields.Field> implements RandomAccess {
  /** A cell is padded to at most so many characters. */
  private static final int PADDED = 48;

  private final Field[] fields;
  private final byte[] key;
  private final Record record;

  KeyFields(List<Explanation.Field> explained, int[] ends, byte[] key, Record record) {
    this.key = key;
    this.record = record;
    fields = new Field[ends.length];
    for (int i = 0; i < ends.length; i++) {
      fields[i] = new Field(explained.get(i), i == 0 ? 0 : ends[i - 1], ends[i]);
    }
  }

  /** A field of one key, or the literal text between two. Immutable. */
  public final class Field {
    private final Explanation.Field explained;
    private final int start;
    private final int end;

    private Field(Explanation.Field explained, int start, int end) {
      this.explained = explained;
      this.start = start;
      this.end = end;
    }

    /**
     * What stands in the template.
     *
     * @return the field with its braces
     */
    public String source() {
      return explained.source();
    }

    /**
     * The place of its first byte.
     *
     * @return the byte of the key, from 0
     */
    public int start() {
      return start;
    }

    /**
     * The place after its last byte.
     *
     * @return the byte of the key; {@link #start} of a field that is empty
     */
    public int end() {
      return end;
    }

    /**
     * Its bytes.
     *
     * @return a copy of them
     */
    public byte[] bytes() {
      return Arrays.copyOfRange(key, start, end);
    }

    /**
     * The column that these bytes alone give back.
     *
     * @return its name, or null where there is none
     */
    public @Nullable String column() {
      String column = explained.column();
      return column != null && explained.isReversible() && record.has(column) ? column : null;
    }

    /**
     * What that column holds.
     *
     * @return the value as {@link Record#get(String)} has it; null for a null, and where there is
     *     no such column
     */
    public @Nullable Object value() {
      String column = column();
      return column == null ? null : record.get(column);
    }

    private String shownValue(String column) {
      if (record.isNull(column)) {
        return "null";
      }
      ColumnType type = record.schema().type(record.schema().indexOf(column));
      if (!type.isConverted && type.code == ColumnType.CODE_TEXT) {
        return new String(Native.quote(record.getBytes(column)), StandardCharsets.UTF_8);
      }
      try {
        return record.getString(column);
      } catch (RowKeyException | IllegalStateException e) { // beyond its type, or a closed layout
        return String.valueOf(record.get(column));
      }
    }

    private String[] cells() {
      String column = column();
      return new String[] {
        source(),
        start + ".." + end,
        KeyRange.show(bytes()),
        column == null ? "" : column + " = " + shownValue(column)
      };
    }

    /**
     * The field for people.
     *
     * @return its line of {@link KeyFields#toString}
     */
    @Override
    public String toString() {
      return String.join("  ", cells()).trim();
    }
  }

  /**
   * The record that the key was made of.
   *
   * @return the columns that are recovered, as of {@link RowKeyLayout#decode}
   */
  public Record record() {
    return record;
  }

  @Override
  public Field get(int index) {
    return fields[index];
  }

  @Override
  public int size() {
    return fields.length;
  }

  /**
   * The fields as people read them, such as {@code rowkey key --fields} prints them; but
   * floating-point numbers as Java writes them.
   *
   * @return a line for each: the field, its start and end, its bytes with {@code \xHH} for those
   *     that are not printable, and the column that they give back
   */
  @Override
  public String toString() {
    List<String[]> table = new ArrayList<>();
    for (Field field : fields) {
      table.add(field.cells());
    }
    StringBuilder text = new StringBuilder();
    Explanation.appendTable(text, table, PADDED);
    return text.toString();
  }
}
