package io.rowkey.spark

import java.io.InterruptedIOException
import java.net.URI
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FSDataOutputStream, Path, RawLocalFileSystem}
import org.apache.hadoop.fs.permission.FsPermission
import org.apache.hadoop.util.Progressable
import org.apache.spark.TaskContext

/**
 * The local disk, under `faulty:`. The first attempt of the first task that creates files on it has to wait until it is killed,
 * or takes its executor with it, as `fs.faulty.fault` says: `wait` or `die`.
 */
final class FaultyDisk extends RawLocalFileSystem {
  private var fault: String = _

  override def initialize(uri: URI, conf: Configuration): Unit = {
    super.initialize(uri, conf)
    fault = conf.get("fs.faulty.fault")
  }

  override def getUri: URI = URI.create("faulty:///")
  override def getScheme: String = "faulty"

  override def create(
      path: Path,
      permission: FsPermission,
      overwrite: Boolean,
      bufferSize: Int,
      replication: Short,
      blockSize: Long,
      progress: Progressable
  ): FSDataOutputStream = {
    val context = TaskContext.get()
    if (context != null && context.partitionId() == 0 && context.attemptNumber() + context.stageAttemptNumber() == 0) {
      if (fault == "die") {
        Runtime.getRuntime.halt(1)
      }
      while (!context.isInterrupted()) {
        try Thread.sleep(20)
        catch {
          case _: InterruptedException => throw new InterruptedIOException(s"$path was not created")
        }
      }
    }
    super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress)
  }
}
