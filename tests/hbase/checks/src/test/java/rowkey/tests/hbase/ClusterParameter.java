package rowkey.tests.hbase;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests that ask for it the one HBase of a run: started for the first, ended after all. */
final class ClusterParameter implements ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(ClusterParameter.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Cluster.class;
  }

  @Override
  public Cluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(Cluster.class, type -> started(), Cluster.class);
  }

  private static Cluster started() {
    try {
      return new Cluster();
    } catch (Exception e) {
      throw new IllegalStateException("HBase did not start", e);
    }
  }
}
