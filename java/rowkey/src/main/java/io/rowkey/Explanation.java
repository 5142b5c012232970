package io.rowkey;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a layout's keys are like: where fields stand, how keys sort, what goes wrong with them.
 * Immutable.
 */
public final class Explanation {
  private static final String[] KINDS = {"literal", "text", "bytes"};

  private final String template;
  private final Schema schema;
  private final Recovery[] recoveries;
  private final long minWidth;
  private final long maxWidth;
  private final long binaryWidth;
  private final long textWidth;
  private final List<Field> fields;
  private final int sortedFrom;
  private final List<String> sorted;
  private final boolean sortedToEnd;
  private final boolean sortsAsColumns;
  private final String instructionSet;
  private final List<Finding> findings;

  Explanation(LayoutInfo info, Wire wire) {
    template = info.template;
    schema = info.schema;
    recoveries = new Recovery[schema.size()];
    Arrays.setAll(recoveries, info::recovery);
    byte[] source = Utf8.encode(template);
    minWidth = wire.number64();
    maxWidth = wire.number64();
    binaryWidth = wire.number64();
    textWidth = wire.number64();
    List<Field> foundFields = new ArrayList<>();
    for (int i = wire.number32(); i > 0; i--) {
      foundFields.add(new Field(source, schema, wire));
    }
    fields = Collections.unmodifiableList(foundFields);
    sortedFrom = wire.number32();
    List<String> names = new ArrayList<>();
    for (int i = wire.number32(); i > 0; i--) {
      Field field = fields.get(wire.number32());
      names.add(field.column + (field.columnOrder == 2 ? " descending" : ""));
    }
    sorted = Collections.unmodifiableList(names);
    sortedToEnd = wire.flag();
    sortsAsColumns = wire.flag();
    instructionSet = wire.text();
    List<Finding> found = new ArrayList<>();
    for (int i = wire.number32(); i > 0; i--) {
      found.add(new Finding(wire));
    }
    findings = Collections.unmodifiableList(found);
  }

  /** A field of the key, or the literal text between two. */
  public static final class Field {
    private final String source;
    private final String kind;
    private final long offset;
    private final long minWidth;
    private final long maxWidth;
    private final String low;
    private final String high;
    private final int order;
    private final String column;
    private final int columnOrder;
    private final boolean reversible;

    private Field(byte[] template, Schema schema, Wire wire) {
      int begin = wire.number32();
      source = new String(template, begin, wire.number32(), StandardCharsets.UTF_8);
      kind = KINDS[wire.number8()];
      offset = wire.number64();
      minWidth = wire.number64();
      maxWidth = wire.number64();
      low = wire.text();
      high = wire.text();
      order = wire.number8();
      int place = wire.number32();
      column = place < 0 ? null : schema.name(place);
      columnOrder = wire.number8();
      reversible = wire.flag();
    }

    /**
     * What stands in the template.
     *
     * @return the field with its braces
     */
    public String source() {
      return source;
    }

    /**
     * What the field is made of.
     *
     * @return {@code literal}, {@code text} or {@code bytes}
     */
    public String kind() {
      return kind;
    }

    /**
     * The place of its first byte in every key.
     *
     * @return the place, or -1 where a field before it varies in length
     */
    public long offset() {
      return offset;
    }

    /**
     * The least bytes that it takes.
     *
     * @return bytes
     */
    public long minWidth() {
      return minWidth;
    }

    /**
     * The most bytes that it takes.
     *
     * @return bytes, or -1 where only the records limit it
     */
    public long maxWidth() {
      return maxWidth;
    }

    /**
     * The column that the field is made from.
     *
     * @return its name, or null when there is none or more than one
     */
    public @Nullable String column() {
      return column;
    }

    /**
     * Whether its bytes give back the columns that it is made from.
     *
     * @return whether they do
     */
    public boolean isReversible() {
      return reversible;
    }

    /**
     * Whether keys sort by its values, from the least up.
     *
     * @return whether they do
     */
    public boolean isAscending() {
      return order == 1;
    }

    private String[] cells() {
      String widths = minWidth == maxWidth ? "" + minWidth : minWidth + " to " + shown(maxWidth);
      String by = columnOrder == 0 ? "-" : column + (columnOrder == 2 ? " descending" : "");
      return new String[] {
        source, shown(offset), widths, kind, by, low.isEmpty() ? "" : low + " ... " + high
      };
    }
  }

  /** What is known to go wrong with such keys, or is worth knowing of them. */
  public static final class Finding {
    private final String id;
    private final boolean isNote;
    private final long offset;
    private final String text;

    private Finding(Wire wire) {
      id = wire.text();
      isNote = wire.flag();
      offset = wire.number64();
      text = wire.text();
    }

    /**
     * Its name.
     *
     * @return lower-case words with hyphens, such as {@code increasing-prefix}
     */
    public String id() {
      return id;
    }

    /**
     * Whether it is worth knowing and often wanted.
     *
     * @return false for a warning
     */
    public boolean isNote() {
      return isNote;
    }

    /**
     * The place concerned.
     *
     * @return the byte of the template, or -1
     */
    public long offset() {
      return offset;
    }

    /**
     * What it says.
     *
     * @return sentences
     */
    public String text() {
      return text;
    }
  }

  private static String shown(long width) {
    return width < 0 ? "-" : String.valueOf(width);
  }

  /**
   * The least bytes of a key.
   *
   * @return bytes
   */
  public long minWidth() {
    return minWidth;
  }

  /**
   * The most bytes of a key.
   *
   * @return bytes, or -1 where only the records limit it
   */
  public long maxWidth() {
    return maxWidth;
  }

  /**
   * The most bytes of a key with every field in its binary form.
   *
   * @return bytes, or -1 where only the records limit it
   */
  public long binaryWidth() {
    return binaryWidth;
  }

  /**
   * The most bytes of a key with every field in its text form.
   *
   * @return bytes, or -1 where only the records limit it
   */
  public long textWidth() {
    return textWidth;
  }

  /**
   * The whole key, from its first byte on.
   *
   * @return a list that cannot be changed
   */
  public List<Field> fields() {
    return fields;
  }

  /**
   * The columns that keys sort by, those with the same bytes before the first of them.
   *
   * @return names, with {@code " descending"} after them where that is so
   */
  public List<String> sorted() {
    return sorted;
  }

  /**
   * Whether keys with the same values of the {@link #sorted} columns are the same.
   *
   * @return whether they are
   */
  public boolean isSortedToEnd() {
    return sortedToEnd;
  }

  /**
   * Whether keys sort by the {@link #sorted} columns alone.
   *
   * @return whether they do
   */
  public boolean sortsAsColumns() {
    return sortsAsColumns;
  }

  /**
   * Warnings and notes.
   *
   * @return a list that cannot be changed
   */
  public List<Finding> findings() {
    return findings;
  }

  /**
   * The explanation as people read it.
   *
   * @return several lines
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("layout    ").append(template).append("\n\n");
    List<String[]> table = new ArrayList<>();
    table.add(new String[] {"field", "at", "bytes", "kind", "sorts as", "values"});
    for (Field field : fields) {
      table.add(field.cells());
    }
    appendTable(text, table, Integer.MAX_VALUE);
    String widths = minWidth == maxWidth ? "" + minWidth : minWidth + " to " + shown(maxWidth);
    text.append("\nkey       ").append(widths).append(" bytes");
    text.append("; in binary formats ").append(shown(binaryWidth));
    text.append("; in text formats ").append(shown(textWidth));
    text.append("\norder     ").append(order()).append("\ncolumns   ").append(columns());
    text.append("\nplan      ").append(instructionSet).append('\n');
    for (Finding finding : findings) {
      text.append('\n').append(finding.isNote ? "note: " : "warning: ").append(finding.id);
      text.append(finding.offset < 0 ? "" : ", at byte " + finding.offset + " of the layout");
      text.append("\n          ").append(finding.text).append('\n');
    }
    return text.toString();
  }

  private String order() {
    if (sorted.isEmpty()) {
      return "keys do not sort by a column";
    }
    String by = "by " + String.join(", ", sorted);
    return sortsAsColumns
        ? "keys sort " + by
        : "keys with the same bytes before " + fields.get(sortedFrom).source + " sort " + by;
  }

  private String columns() {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < recoveries.length; i++) {
      if (recoveries[i] == Recovery.RECOVERED) {
        parts.add(schema.name(i) + " is recovered from a key");
      } else if (recoveries[i] != Recovery.UNUSED) {
        parts.add(schema.name(i) + " does not (" + recoveries[i] + ")");
      }
    }
    return parts.isEmpty() ? "none is used" : String.join(", ", parts);
  }

  /** Lines of cells that stand below each other, unless they are longer than so many characters. */
  static void appendTable(StringBuilder text, List<String[]> table, int most) {
    int[] widths = new int[table.get(0).length];
    for (String[] cells : table) {
      for (int i = 0; i < cells.length; i++) {
        widths[i] = Math.max(widths[i], Math.min(width(cells[i]), most));
      }
    }
    for (String[] cells : table) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < cells.length; i++) {
        line.append(cells[i]);
        line.append("  ");
        for (int j = width(cells[i]); j < widths[i]; j++) {
          line.append(' ');
        }
      }
      text.append(line.toString().replaceAll(" +$", "")).append('\n');
    }
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
