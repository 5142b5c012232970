package io.rowkey.hbase.testing;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests that have a parameter of {@link LocalHBase} the one HBase of a run: the first that
 * asks starts it, with three region servers, and it ends after all.
 *
 * <p>Its files and logs lie in the folder that the system property {@code rowkey.hbase.folder}
 * names.
 */
public final class WithHBase implements ParameterResolver {
  private static final int REGION_SERVERS = 3;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == LocalHBase.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.GLOBAL)
        .getOrComputeIfAbsent(LocalHBase.class, unused -> start(), LocalHBase.class);
  }

  private static LocalHBase start() {
    String folder = System.getProperty("rowkey.hbase.folder");
    if (folder == null) {
      throw new IllegalStateException(
          "the system property rowkey.hbase.folder is missing: expected a folder for HBase");
    }
    try {
      return LocalHBase.start(Path.of(folder), REGION_SERVERS);
    } catch (Exception e) {
      throw new IllegalStateException("HBase did not start", e);
    }
  }
}
