package io.rowkey.spark

import org.apache.hadoop.hbase.HConstants
import org.apache.hadoop.hbase.client.TableDescriptor
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types.DataType

/** The cells that are made of rows: the columns stand in these places of them. A null makes none. */
private[spark] final class RowCells(columns: Seq[ValueColumn], places: Array[Int]) {

  /** Why HBase cannot hold a row, or null where it can. */
  def problem(row: InternalRow, key: Array[Byte]): String =
    if (key == null) {
      s"the row with ${RowText.of(row, columns.map(column => column.name -> column.dataType), places)} has no key (expected one)"
    } else if (key.isEmpty || key.length > HConstants.MAX_ROW_LENGTH) {
      val shown = Bytes.toStringBinary(key, 0, Math.min(key.length, 64))
      s"the key $shown has ${key.length} bytes (expected 1 to ${HConstants.MAX_ROW_LENGTH})"
    } else if (places.forall(row.isNullAt)) {
      s"the row ${Bytes.toStringBinary(key)} has no value (expected one, as HBase keeps no row without a cell)"
    } else {
      null
    }
}

private[spark] object RowCells {

  /** Refuses columns that a table does not take. */
  def checkFamilies(table: TableDescriptor, columns: Seq[ValueColumn]): Unit =
    columns.find(column => !table.hasColumnFamily(column.familyBytes)).foreach { column =>
      val families = table.getColumnFamilyNames.toArray.map(name => Bytes.toString(name.asInstanceOf[Array[Byte]]))
      throw new IllegalArgumentException(
        s"table ${table.getTableName} has no family ${column.family} (expected one of ${families.mkString(", ")})"
      )
    }

  /** Refuses rows without a column, and one cell twice. */
  def checkPlaces(columns: Seq[ValueColumn]): Unit = {
    if (columns.isEmpty) {
      throw new IllegalArgumentException("no value columns (expected some, as HBase keeps no row without a cell)")
    }
    val places = columns.map(column => column.family -> column.qualifier)
    places.diff(places.distinct).headOption.foreach { case (family, qualifier) =>
      throw new IllegalArgumentException(s"two value columns are $family:$qualifier (expected one)")
    }
  }

  /** Refuses a column of a frame that is of another type than its cell. */
  def checkType(column: ValueColumn, found: DataType): Unit =
    if (found != column.dataType) {
      throw new IllegalArgumentException(
        s"column ${column.name} is of type ${found.sql} and not ${column.dataType.sql} (expected a cast in the frame)"
      )
    }
}
