package io.rowkey.spark

import java.util.TimeZone
import java.util.stream.Stream

/** The zones that tests run in: that of the session, and another one of the JVM. Neither is UTC. */
final case class Zones(session: String, jvm: String) {

  /** From now on. */
  def use(): Unit = {
    TimeZone.setDefault(TimeZone.getTimeZone(jvm))
    LocalSpark.session.conf.set("spark.sql.session.timeZone", session)
  }
}

object Zones {
  val East: Zones = Zones("Pacific/Auckland", "America/Los_Angeles")
  val West: Zones = Zones("America/New_York", "Asia/Kolkata")

  /** Clocks are put forward at midnight: 2024-03-31 begins at 01:00. The JVM's do so on 2024-03-10. */
  val Changing: Zones = Zones("Asia/Beirut", "America/New_York")

  /** For tests with parameters. */
  def all: Stream[Zones] = Stream.of(East, West, Changing)
}
