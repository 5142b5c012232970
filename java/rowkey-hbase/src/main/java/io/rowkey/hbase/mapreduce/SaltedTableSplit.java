package io.rowkey.hbase.mapreduce;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** Ranges of keys of one salt and one region. For one thread at a time. */
public final class SaltedTableSplit extends InputSplit implements Writable {
  private byte[] regionName;
  private String host;
  private long length;

  /** First keys, and the keys after the last ones, in turn. */
  private final List<byte[]> ends = new ArrayList<>();

  /** Makes an empty split, for {@link #readFields}. */
  public SaltedTableSplit() {}

  SaltedTableSplit(HRegionLocation location) {
    regionName = location.getRegion().getRegionName();
    host = location.getHostname();
  }

  boolean isOf(HRegionLocation location) {
    return Bytes.equals(regionName, location.getRegion().getRegionName());
  }

  void add(byte[] start, byte[] stop) {
    ends.add(start);
    ends.add(stop);
  }

  byte[] regionName() {
    return regionName;
  }

  void setLength(long bytes) {
    length = bytes;
  }

  /**
   * The region.
   *
   * @return its name
   */
  public String region() {
    return Bytes.toStringBinary(regionName);
  }

  /**
   * How many ranges of keys there are.
   *
   * @return the number
   */
  public int ranges() {
    return ends.size() / 2;
  }

  /**
   * Where a range begins.
   *
   * @param range its number, from 0 on
   * @return a copy of the key
   */
  public byte[] start(int range) {
    return ends.get(2 * range).clone();
  }

  /**
   * Where a range ends.
   *
   * @param range its number, from 0 on
   * @return a copy of the first key that is not in it; empty where the table ends
   */
  public byte[] stop(int range) {
    return ends.get(2 * range + 1).clone();
  }

  /**
   * How large the rows are.
   *
   * @return the bytes of the region's files, parted evenly among its splits
   */
  @Override
  public long getLength() {
    return length;
  }

  /**
   * Where the rows are.
   *
   * @return the host of the region server, or none where no server has the region
   */
  @Override
  public String[] getLocations() {
    return host.isEmpty() ? new String[0] : new String[] {host};
  }

  @Override
  public void write(DataOutput output) throws IOException {
    Bytes.writeByteArray(output, regionName);
    output.writeUTF(host);
    output.writeLong(length);
    output.writeInt(ends.size());
    for (byte[] end : ends) {
      Bytes.writeByteArray(output, end);
    }
  }

  @Override
  public void readFields(DataInput input) throws IOException {
    regionName = Bytes.readByteArray(input);
    host = input.readUTF();
    length = input.readLong();
    ends.clear();
    for (int left = input.readInt(); left > 0; left--) {
      ends.add(Bytes.readByteArray(input));
    }
  }

  /**
   * The region and the first range.
   *
   * @return the text
   */
  @Override
  public String toString() {
    return region() + ": " + ranges() + " ranges from " + Bytes.toStringBinary(start(0)) + " on";
  }
}
