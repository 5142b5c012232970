package io.rowkey.hbase.tests;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the one HBase of a run: the first that asks starts it, and it ends after all. */
final class WithHBase implements ParameterResolver {
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
    try {
      return new LocalHBase(Path.of(System.getProperty("rowkey.hbase.folder")));
    } catch (Exception e) {
      throw new IllegalStateException("HBase did not start", e);
    }
  }
}
