package rowkey.tests.hbase;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** A condition on a column: as the tool takes it, and as a filter that HBase's servers apply. */
record Condition(Column column, String operator, List<Object> values) {
  /** The family of a column's cells; the qualifier is the column's name. */
  static final String FAMILY = "c";

  /** A column of records: u64 and i64 hold a Long, text a String of bytes. */
  record Column(String name, String type) {
    /** The value as bytes that sort as the tool sorts it. */
    byte[] cell(Object value) {
      return switch (type) {
        case "text" -> ((String) value).getBytes(StandardCharsets.ISO_8859_1);
        case "u64" -> Bytes.toBytes((Long) value);
        case "i64" -> Bytes.toBytes((Long) value ^ Long.MIN_VALUE);
        default -> throw new IllegalArgumentException("a column of type " + type);
      };
    }
  }

  /** A condition with values that some record has. */
  static List<Condition> random(Random random, Column column, List<Object> values) {
    List<Object> some = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      some.add(values.get(random.nextInt(values.size())));
    }
    some.sort((a, b) -> Bytes.compareTo(column.cell(a), column.cell(b)));
    List<Object> one = some.subList(0, 1);
    return switch (random.nextInt(column.type.equals("text") ? 7 : 5)) {
      case 0 -> List.of(new Condition(column, "=", one));
      case 1 -> List.of(new Condition(column, "in", some));
      case 2 ->
          List.of(
              new Condition(column, ">=", one), new Condition(column, "<=", some.subList(2, 3)));
      case 3 -> List.of(new Condition(column, "<", some.subList(2, 3)));
      case 4 -> List.of(new Condition(column, ">", one));
      default -> {
        String text = (String) some.get(0);
        String beginning = text.substring(0, Math.min(text.length(), 1 + random.nextInt(3)));
        yield List.of(new Condition(column, "begins", List.of(beginning)));
      }
    };
  }

  /** As an option of the tool has it. */
  @Override
  public String toString() {
    List<String> texts = values.stream().map(Condition::text).toList();
    String list = operator.equals("in") ? "(" + String.join(", ", texts) + ")" : texts.get(0);
    return column.name + " " + operator + " " + list;
  }

  /** Whether a value of the column meets the condition. */
  boolean meets(Object value) {
    return values.stream().anyMatch(other -> meets(column.cell(value), column.cell(other)));
  }

  private boolean meets(byte[] cell, byte[] other) {
    int order = Bytes.compareTo(cell, other);
    return switch (operator) {
      case "=", "in" -> order == 0;
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      case "begins" -> Bytes.startsWith(cell, other);
      default -> throw new IllegalArgumentException("operator " + operator);
    };
  }

  /** What leaves the rows that meet the condition. */
  Filter filter() {
    FilterList any = new FilterList(FilterList.Operator.MUST_PASS_ONE);
    for (Object value : values) {
      byte[] cell = column.cell(value);
      ByteArrayComparable comparable =
          operator.equals("begins") ? new BinaryPrefixComparator(cell) : new BinaryComparator(cell);
      SingleColumnValueFilter filter =
          new SingleColumnValueFilter(
              Bytes.toBytes(FAMILY), Bytes.toBytes(column.name), compare(), comparable);
      filter.setFilterIfMissing(true);
      any.addFilter(filter);
    }
    return any;
  }

  private CompareOperator compare() {
    return switch (operator) {
      case "=", "in", "begins" -> CompareOperator.EQUAL;
      case "<" -> CompareOperator.LESS;
      case "<=" -> CompareOperator.LESS_OR_EQUAL;
      case ">" -> CompareOperator.GREATER;
      case ">=" -> CompareOperator.GREATER_OR_EQUAL;
      default -> throw new IllegalArgumentException("operator " + operator);
    };
  }

  private static String text(Object value) {
    if (!(value instanceof String text)) {
      return value.toString();
    }
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
        quoted.append(c);
      } else {
        quoted.append(String.format("\\x%02x", (int) c));
      }
    }
    return quoted.append('"').toString();
  }
}
