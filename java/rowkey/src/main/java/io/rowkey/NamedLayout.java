package io.rowkey;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The row-key design of a known system, which {@link RowKeyLayout#compile(String)} takes by its
 * name with {@code @} before it. Immutable.
 */
public final class NamedLayout {
  private final String name;
  private final String system;
  private final String source;
  private final String pattern;
  private final String columns;
  private final String description;
  private final String record;
  private final String key;

  private NamedLayout(Wire wire) {
    name = wire.text();
    system = wire.text();
    source = wire.text();
    pattern = wire.text();
    columns = wire.text();
    description = wire.text();
    record = wire.text();
    key = wire.text();
  }

  /**
   * All named layouts. Those of one system stand together.
   *
   * @return a list that cannot be changed
   */
  public static List<NamedLayout> all() {
    NativeLoader.load();
    List<NamedLayout> layouts = new ArrayList<>();
    Wire wire = new Wire(Native.namedLayouts());
    while (wire.hasMore()) {
      layouts.add(new NamedLayout(wire));
    }
    return Collections.unmodifiableList(layouts);
  }

  /**
   * Its name.
   *
   * @return the name, without {@code @}
   */
  public String name() {
    return name;
  }

  /**
   * Whose keys these are.
   *
   * @return the name of the system
   */
  public String system() {
    return system;
  }

  /**
   * Where the system defines them.
   *
   * @return a section of its documents, or the class that makes the keys
   */
  public String source() {
    return source;
  }

  /**
   * The template, with {@code $(buckets)} where the value of the parameter {@code buckets} goes.
   *
   * @return the pattern
   */
  public String pattern() {
    return pattern;
  }

  /**
   * The columns of the records.
   *
   * @return names and types, with {@code ,...} where there are more that only the column {@code
   *     line} sees
   */
  public String columns() {
    return columns;
  }

  /**
   * What the keys agree with, and where they cannot.
   *
   * @return the description
   */
  public String description() {
    return description;
  }

  /**
   * A record.
   *
   * @return its values with commas between them, with {@code \xHH} for a byte
   */
  public String record() {
    return record;
  }

  /**
   * The key of that record, for the defaults of the parameters.
   *
   * @return the key in hex
   */
  public String key() {
    return key;
  }

  /**
   * The name, as {@link RowKeyLayout#compile(String)} takes it.
   *
   * @return {@code @} and the name
   */
  @Override
  public String toString() {
    return "@" + name;
  }
}
