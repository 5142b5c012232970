package io.rowkey.hbase.mapreduce;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TsvImporterMapper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;

/**
 * ImportTsv's mapper for keys of any bytes: the column {@code HBASE_ROW_KEY} has two hexadecimal
 * digits for each byte, so that keys may hold tabs, newlines and zeros. Everything else is as
 * ImportTsv has it, in puts and with {@code importtsv.bulk.output}.
 *
 * <pre>{@code
 * hbase org.apache.hadoop.hbase.mapreduce.ImportTsv \
 *   -Dimporttsv.mapper.class=io.rowkey.hbase.mapreduce.HexTsvImporterMapper \
 *   -Dimporttsv.columns=HBASE_ROW_KEY,f:q metrics /rows.tsv
 * }</pre>
 *
 * <p>A key with an odd number of digits, with another character or without any is a bad line: it is
 * counted and, with {@code importtsv.log.bad.lines}, shown; with {@code
 * importtsv.skip.bad.lines=false} it ends the job.
 */
public final class HexTsvImporterMapper extends TsvImporterMapper {
  private Context decoding;

  /** Makes a mapper, for Hadoop. */
  public HexTsvImporterMapper() {}

  /** Gives on rows with the bytes that the digits of their keys mean. */
  private static final class Decoder
      extends WrappedMapper<LongWritable, Text, ImmutableBytesWritable, Put> {
    Mapper<LongWritable, Text, ImmutableBytesWritable, Put>.Context context(
        MapContext<LongWritable, Text, ImmutableBytesWritable, Put> task) {
      return new Decoding(task);
    }

    private final class Decoding extends Context {
      Decoding(MapContext<LongWritable, Text, ImmutableBytesWritable, Put> task) {
        super(task);
      }

      @Override
      public void write(ImmutableBytesWritable digits, Put put)
          throws IOException, InterruptedException {
        byte[] key = decode(digits);
        super.write(new ImmutableBytesWritable(key), withKey(put, key));
      }
    }
  }

  @Override
  public void map(LongWritable offset, Text line, Context context) throws IOException {
    if (decoding == null) {
      decoding = new Decoder().context(context);
    }
    super.map(offset, line, decoding);
  }

  /** The exception is what ImportTsv takes for a bad line. */
  private static byte[] decode(ImmutableBytesWritable digits) {
    int length = digits.getLength();
    String text = Bytes.toStringBinary(digits.get(), digits.getOffset(), length);
    if (length == 0 || length % 2 != 0) {
      throw new IllegalArgumentException(
          "the key " + text + " has " + length + " digits (expected two for each byte)");
    }
    byte[] key = new byte[length / 2];
    for (int i = 0; i < length; i++) {
      int digit = Character.digit(digits.get()[digits.getOffset() + i] & 0xff, 16);
      if (digit < 0) {
        throw new IllegalArgumentException(
            "character " + (i + 1) + " of the key " + text + " is not a hexadecimal digit");
      }
      key[i / 2] = (byte) (key[i / 2] << 4 | digit);
    }
    return key;
  }

  private static Put withKey(Put put, byte[] key) throws IOException {
    Put result = new Put(key, put.getTimestamp());
    for (Iterable<Cell> cells : put.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        result.add(withKey(KeyValueUtil.copyToNewKeyValue(cell), key));
      }
    }
    for (Map.Entry<String, byte[]> attribute : put.getAttributesMap().entrySet()) {
      result.setAttribute(attribute.getKey(), attribute.getValue());
    }
    result.setDurability(put.getDurability());
    return result;
  }

  private static KeyValue withKey(KeyValue cell, byte[] key) {
    return new KeyValue(
        key,
        0,
        key.length,
        cell.getFamilyArray(),
        cell.getFamilyOffset(),
        cell.getFamilyLength(),
        cell.getQualifierArray(),
        cell.getQualifierOffset(),
        cell.getQualifierLength(),
        cell.getTimestamp(),
        KeyValue.Type.codeToType(cell.getTypeByte()),
        cell.getValueArray(),
        cell.getValueOffset(),
        cell.getValueLength(),
        cell.getTagsArray(),
        cell.getTagsOffset(),
        cell.getTagsLength());
  }
}
