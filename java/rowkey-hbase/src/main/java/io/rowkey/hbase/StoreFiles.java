package io.rowkey.hbase;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/** Opens and completes HFiles that have what their family asks for, as HBase's own job does. */
final class StoreFiles {
  /** HBase's setting, which its job for HFiles has as well. */
  private static final String IS_LOCAL = "hbase.bulkload.locality.sensitive.enabled";

  private final Configuration settings;
  private final TableDescriptor table;
  private final TableRegions regions;
  private final FileSystem files;
  private final long now;

  StoreFiles(
      Configuration settings,
      TableDescriptor table,
      TableRegions regions,
      FileSystem files,
      long now) {
    this.settings = settings;
    this.table = table;
    this.regions = regions;
    this.files = files;
    this.now = now;
    check(table);
  }

  /** Refuses families whose files would not be what they ask for. */
  static void check(TableDescriptor table) {
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (family.getEncryptionType() != null) {
        throw new IllegalArgumentException(
            "family "
                + family.getNameAsString()
                + " is encrypted with "
                + family.getEncryptionType()
                + ", and files would not be (expected a family without encryption)");
      }
      if (family.getBloomFilterType() == BloomType.ROWPREFIX_FIXED_LENGTH) {
        // It names what is wrong with the length.
        BloomFilterUtil.getBloomFilterParam(
            family.getBloomFilterType(), withPrefix(new Configuration(false), family));
      }
    }
  }

  /**
   * Where rows of a family are to have a bloom filter of their first bytes, HBase asks settings.
   */
  private static Configuration withPrefix(Configuration settings, ColumnFamilyDescriptor family) {
    String length = family.getConfigurationValue(BloomFilterUtil.PREFIX_LENGTH_KEY);
    if (family.getBloomFilterType() != BloomType.ROWPREFIX_FIXED_LENGTH || length == null) {
      return settings;
    }
    Configuration own = new Configuration(settings);
    own.set(BloomFilterUtil.PREFIX_LENGTH_KEY, length);
    return own;
  }

  /**
   * Settings for files that HBase splits. Where families differ in the length of the prefix that
   * bloom filters are of, the halves of all have one: each file says what its own filter has.
   */
  static Configuration forHalves(Configuration settings, TableDescriptor table) {
    Configuration own = settings;
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      own = withPrefix(own, family);
    }
    return own;
  }

  StoreFileWriter open(ColumnFamilyDescriptor family, Path path, int region) throws IOException {
    HFileContextBuilder context =
        new HFileContextBuilder()
            .withCompression(family.getCompressionType())
            .withChecksumType(StoreUtils.getChecksumType(settings))
            .withBytesPerCheckSum(StoreUtils.getBytesPerChecksum(settings))
            .withBlockSize(family.getBlocksize())
            .withDataBlockEncoding(family.getDataBlockEncoding())
            .withColumnFamily(family.getName())
            .withTableName(table.getTableName().getName())
            .withIncludesTags(
                HFile.getFormatVersion(settings) >= HFile.MIN_FORMAT_VERSION_WITH_TAGS)
            .withCreateTime(now);
    InetSocketAddress[] nodes =
        settings.getBoolean(IS_LOCAL, true) ? regions.favoredNodes(region) : null;
    StoreFileWriter.Builder builder =
        new StoreFileWriter.Builder(
            settingsOf(family),
            CacheConfig.DISABLED,
            // It alone passes the nodes on.
            nodes == null ? files : new HFileSystem(files));
    return builder
        .withFilePath(path)
        .withBloomType(family.getBloomFilterType())
        .withFavoredNodes(nodes)
        .withFileContext(context.build())
        .build();
  }

  /** HBase takes from the settings what a writer is not told. */
  private Configuration settingsOf(ColumnFamilyDescriptor family) {
    Configuration own = new Configuration(withPrefix(settings, family));
    String policy = storagePolicy(family);
    if (policy != null) {
      own.set(ColumnFamilyDescriptorBuilder.STORAGE_POLICY, policy);
    }
    return own;
  }

  private String storagePolicy(ColumnFamilyDescriptor family) {
    String name = HStore.BLOCK_STORAGE_POLICY_KEY;
    String ofFamily = name + "." + table.getTableName() + ";" + family.getNameAsString();
    String policy = family.getStoragePolicy();
    return settings.get(ofFamily, policy == null ? settings.get(name) : policy);
  }

  /** Makes the folder of a family, which has the storage policy of the family. */
  void makeFolder(ColumnFamilyDescriptor family, Path folder) throws IOException {
    files.mkdirs(folder);
    CommonFSUtils.setStoragePolicy(files, folder, storagePolicy(family));
  }

  void complete(StoreFileWriter writer) throws IOException {
    writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(now));
    writer.appendFileInfo(HStoreFile.BULKLOAD_TASK_KEY, Bytes.toBytes("rowkey"));
    writer.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(true));
    writer.appendFileInfo(HStoreFile.EXCLUDE_FROM_MINOR_COMPACTION_KEY, Bytes.toBytes(false));
    writer.appendTrackedTimestampsToMetadata();
    writer.close();
  }
}
