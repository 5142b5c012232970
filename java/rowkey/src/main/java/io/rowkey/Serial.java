package io.rowkey;

import java.io.InvalidObjectException;
import java.io.Serializable;

/**
 * What stands for a schema, a layout or a sketch in streams of Java: its text, or its bytes.
 * Objects come from them as from any other text, with all checks.
 */
final class Serial implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The template of a layout, else null. */
  private final String template;

  /** The columns of a schema or a layout, each its name and its type, else null. */
  private final String[] columns;

  /** The bytes of a sketch, else null. */
  private final byte[] sketch;

  private Serial(String template, String[] columns, byte[] sketch) {
    this.template = template;
    this.columns = columns;
    this.sketch = sketch;
  }

  static Serial of(Schema schema) {
    return new Serial(null, columnsOf(schema), null);
  }

  static Serial of(RowKeyLayout layout) {
    return new Serial(layout.template(), columnsOf(layout.schema()), null);
  }

  static Serial of(Sketch sketch) {
    return new Serial(null, null, sketch.toBytes());
  }

  private static String[] columnsOf(Schema schema) {
    String[] columns = new String[2 * schema.size()];
    for (int i = 0; i < schema.size(); i++) {
      columns[2 * i] = schema.name(i);
      columns[2 * i + 1] = schema.type(i).toString();
    }
    return columns;
  }

  private static Schema schemaOf(String[] columns) {
    Schema.Builder schema = Schema.builder();
    for (int i = 0; i < columns.length; i += 2) {
      schema.column(columns[i], ColumnType.parse(columns[i + 1]));
    }
    return schema.build();
  }

  /** A stream that names one of the classes itself was not written by it. */
  static InvalidObjectException foreign(Class<?> type) {
    return new InvalidObjectException(
        "a " + type.getName() + " by its fields (expected what its serialization writes)");
  }

  private Object readResolve() throws InvalidObjectException {
    try {
      if (sketch != null) {
        return Sketch.fromBytes(sketch);
      }
      Schema schema = schemaOf(columns);
      return template == null ? schema : RowKeyLayout.compileText(template, schema);
    } catch (RuntimeException e) {
      String what = sketch != null ? "sketch" : template != null ? "layout" : "schema";
      InvalidObjectException invalid =
          new InvalidObjectException("not a valid " + what + ": " + e.getMessage());
      invalid.initCause(e);
      throw invalid;
    }
  }
}
