package io.rowkey.spark

import org.apache.spark.TaskContext

/** What a task has opened: all of it is closed, the last one first, whatever fails on the way. For one thread. */
private[spark] final class Resources extends AutoCloseable {
  private var opened = List.empty[AutoCloseable]

  /** Opens one more. Where that fails, those before it are closed. */
  def open[T <: AutoCloseable](make: => T): T =
    try {
      val made = make
      opened ::= made
      made
    } catch {
      case e: Throwable => Resources.ending[T](throw e)(close())
    }

  /** Throws what the first one to fail has thrown, with what the others have. */
  override def close(): Unit = {
    var failure: Throwable = null
    while (opened.nonEmpty) {
      val next = opened.head
      opened = opened.tail
      try next.close()
      catch {
        case e: Throwable if failure == null => failure = e
        case e: Throwable                    => failure.addSuppressed(e)
      }
    }
    if (failure != null) {
      throw failure
    }
  }
}

private[spark] object Resources {

  /** Closes it with the task that has made it. On the driver, whose plans have no end, that is left to the collector. */
  def ofTask[T <: AutoCloseable](made: T): T = {
    Option(TaskContext.get()).foreach(_.addTaskCompletionListener[Unit](_ => made.close()))
    made
  }

  /** Closes it once it has been used. */
  def use[R <: AutoCloseable, T](opened: R)(call: R => T): T = ending(call(opened))(opened.close())

  /** Gives what was opened once it has passed a check, and closes it where it does not. */
  def checked[T <: AutoCloseable](opened: T)(check: => Unit): T =
    try {
      check
      opened
    } catch {
      case e: Throwable => ending[T](throw e)(opened.close())
    }

  /** Ends what was begun, whatever comes of it. Where both fail, the first one says why. */
  def ending[T](call: => T)(end: => Unit): T = {
    val result =
      try call
      catch {
        case e: Throwable =>
          try end
          catch { case other: Throwable => if (other ne e) e.addSuppressed(other) }
          throw e
      }
    end
    result
  }
}
