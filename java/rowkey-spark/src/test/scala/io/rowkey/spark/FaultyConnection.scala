package io.rowkey.spark

import java.io.IOException
import java.lang.reflect.{InvocationTargetException, Proxy}
import java.util
import java.util.concurrent.ExecutorService
import java.util.concurrent.atomic.AtomicInteger
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client._
import org.apache.hadoop.hbase.security.User

/** A connection that is counted, and whose tables fail as the test says. For `hbase.client.connection.impl`. */
final class FaultyConnection(
    conf: Configuration,
    pool: ExecutorService,
    user: User,
    attributes: util.Map[String, Array[Byte]]
) extends Connection {
  import FaultyConnection._

  private val inner = {
    val plain = new Configuration(conf)
    plain.unset(Setting)
    ConnectionFactory.createConnection(plain, pool, user, attributes)
  }
  Open.incrementAndGet()

  override def getTable(name: TableName): Table = {
    if (fault == "getTable") {
      throw new IOException("no table, says the test")
    }
    val table = inner.getTable(name)
    Proxy
      .newProxyInstance(
        getClass.getClassLoader,
        Array(classOf[Table]),
        (_, method, arguments) => {
          val isPut = method.getName == "put" && arguments(0).isInstanceOf[util.List[_]]
          val result =
            try method.invoke(table, Option(arguments).toSeq.flatten: _*)
            catch { case e: InvocationTargetException => throw e.getCause }
          if (method.getName == "close" && fault == "close" || isPut && Puts.incrementAndGet() <= failingPuts) {
            throw new IOException(s"${method.getName} fails, says the test")
          }
          result
        }
      )
      .asInstanceOf[Table]
  }

  override def close(): Unit = {
    if (!isClosed) {
      Open.decrementAndGet()
    }
    inner.close()
  }

  override def isClosed: Boolean = inner.isClosed
  override def getConfiguration: Configuration = inner.getConfiguration
  override def getBufferedMutator(name: TableName): BufferedMutator = inner.getBufferedMutator(name)
  override def getBufferedMutator(params: BufferedMutatorParams): BufferedMutator = inner.getBufferedMutator(params)
  override def getRegionLocator(name: TableName): RegionLocator = inner.getRegionLocator(name)
  override def clearRegionLocationCache(): Unit = inner.clearRegionLocationCache()
  override def getAdmin: Admin = inner.getAdmin
  override def getTableBuilder(name: TableName, pool: ExecutorService): TableBuilder = inner.getTableBuilder(name, pool)
  override def abort(why: String, e: Throwable): Unit = inner.abort(why, e)
  override def isAborted: Boolean = inner.isAborted
}

object FaultyConnection {
  private val Setting = "hbase.client.connection.impl"

  /** The option that makes clients use it. */
  val Use: (String, String) = Setting -> classOf[FaultyConnection].getName

  /** How many have been opened and not closed. */
  val Open = new AtomicInteger

  /** What fails: `getTable`, `close` of a table, or nothing. */
  @volatile var fault: String = ""

  /** So many of the next lists of puts fail, once HBase has them. */
  @volatile private var failingPuts = 0
  private val Puts = new AtomicInteger

  def failPuts(count: Int): Unit = {
    Puts.set(0)
    failingPuts = count
  }
}
