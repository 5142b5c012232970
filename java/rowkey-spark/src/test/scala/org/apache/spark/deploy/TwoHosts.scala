package org.apache.spark.deploy

import org.apache.spark.SparkConf
import org.apache.spark.deploy.master.Master
import org.apache.spark.deploy.worker.Worker

/**
 * A cluster in this process whose two workers, with a core each, have addresses of their own: Spark begins no second attempt of a
 * task on the host of the first. It is in a package of Spark, which keeps its masters and workers to itself.
 */
object TwoHosts {
  private val Memory = 1024

  /** The URL of the master. The cluster ends with this process, and executors with their workers. */
  def start(conf: SparkConf, folder: String): String = {
    val (master, _, _) = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)
    val url = s"spark://${master.address.hostPort}"
    for (host <- Seq("127.0.0.1", "127.0.0.2")) {
      Worker.startRpcEnvAndEndpoint(host, 0, 0, 1, Memory, Array(url), folder, None, conf)
    }
    url
  }
}
