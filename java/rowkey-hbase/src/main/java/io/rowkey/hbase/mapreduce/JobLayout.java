package io.rowkey.hbase.mapreduce;

import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import io.rowkey.hbase.LayoutScans;
import org.apache.hadoop.conf.Configuration;

/**
 * The layout of a job, which its settings carry to the tasks.
 *
 * <pre>{@code
 * JobLayout.set(job.getConfiguration(), layout);          // where the job is made
 *
 * protected void setup(Context context) {                 // in a mapper
 *   layout = JobLayout.get(context.getConfiguration());
 * }
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class JobLayout {
  /** The setting of the template, or of the name of a layout with {@code @} before it. */
  public static final String LAYOUT = "rowkey.layout";

  /**
   * The setting of the columns, as {@link Schema#parse} reads them; without it the template tells
   * them.
   */
  public static final String COLUMNS = "rowkey.columns";

  /**
   * The setting of the conditions that {@link SaltedTableInputFormat} reads the rows of, as {@link
   * LayoutScans#of(RowKeyLayout, String)} takes them; without it all rows.
   */
  public static final String CONDITIONS = "rowkey.conditions";

  private JobLayout() {}

  /**
   * Sets the layout.
   *
   * @param settings the settings of a job that has not been submitted yet
   * @param layout the layout
   * @throws IllegalArgumentException for a template or columns with control characters, which
   *     settings do not keep
   */
  public static void set(Configuration settings, RowKeyLayout layout) {
    put(settings, LAYOUT, layout.template());
    put(settings, COLUMNS, layout.schema().toString());
  }

  /**
   * Sets the layout and the conditions.
   *
   * @param settings the settings of a job that has not been submitted yet
   * @param layout the layout
   * @param conditions the conditions on rows; empty: all rows
   * @throws IllegalArgumentException as above
   * @throws io.rowkey.RowKeyException for conditions that the layout has no ranges for
   */
  public static void set(Configuration settings, RowKeyLayout layout, String conditions) {
    layout.ranges(conditions);
    set(settings, layout);
    put(settings, CONDITIONS, conditions);
  }

  private static void put(Configuration settings, String name, String text) {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          name
              + " has a control character, which settings of jobs do not keep: "
              + text
              + " (expected \\xHH in its place)");
    }
    settings.set(name, text);
  }

  /**
   * The layout of a job.
   *
   * @param settings the settings of the job
   * @return a new layout
   * @throws IllegalArgumentException when no layout is set
   * @throws io.rowkey.RowKeyException for a layout that is wrong
   */
  public static RowKeyLayout get(Configuration settings) {
    // Raw, as Hadoop would take ${…} for the name of a setting.
    String template = settings.getRaw(LAYOUT);
    if (template == null) {
      throw new IllegalArgumentException(
          "the setting " + LAYOUT + " is missing (expected the template of a layout)");
    }
    String columns = settings.getRaw(COLUMNS);
    return columns == null
        ? RowKeyLayout.compile(template)
        : RowKeyLayout.compile(template, Schema.parse(columns));
  }

  /** The conditions of a job. */
  static String conditions(Configuration settings) {
    String conditions = settings.getRaw(CONDITIONS);
    return conditions == null ? "" : conditions;
  }
}
