package io.rowkey.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/** A table for one thread, or one for each task, as a {@link Table} is for one thread at a time. */
abstract class Tables {
  /** A table: the same one at each call, or a new one. */
  abstract Table get() throws IOException;

  /** Runs tasks, perhaps several at a time, and returns their results when all have ended. */
  abstract <T> List<T> run(List<Callable<T>> tasks) throws IOException;

  static Tables of(Table table) {
    return new Tables() {
      @Override
      Table get() {
        return table;
      }

      @Override
      <T> List<T> run(List<Callable<T>> tasks) throws IOException {
        List<T> results = new ArrayList<>();
        for (Callable<T> task : tasks) {
          try {
            results.add(task.call());
          } catch (Exception e) {
            throw asIo(e);
          }
        }
        return results;
      }
    };
  }

  /** New tables need not be closed: they own nothing beside the connection. */
  static Tables of(Connection connection, TableName name, ExecutorService threads) {
    return new Tables() {
      @Override
      Table get() throws IOException {
        return connection.getTable(name);
      }

      @Override
      <T> List<T> run(List<Callable<T>> tasks) throws IOException {
        try {
          return results(threads.invokeAll(tasks));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted while the table was read", e);
        }
      }
    };
  }

  private static <T> List<T> results(List<Future<T>> tasks)
      throws IOException, InterruptedException {
    List<T> results = new ArrayList<>();
    for (Future<T> task : tasks) {
      try {
        results.add(task.get());
      } catch (ExecutionException e) {
        throw asIo(e.getCause());
      }
    }
    return results;
  }

  private static IOException asIo(Throwable e) {
    if (e instanceof RuntimeException) {
      throw (RuntimeException) e;
    } else if (e instanceof Error) {
      throw (Error) e;
    }
    return e instanceof IOException ? (IOException) e : new IOException(e);
  }
}
