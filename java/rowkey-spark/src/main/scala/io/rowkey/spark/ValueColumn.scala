package io.rowkey.spark

import org.apache.hadoop.hbase.Cell
import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.execution.vectorized.WritableColumnVector
import org.apache.spark.sql.types._

/** A column of Spark that is a cell of HBase, whose bytes are those of HBase's `Bytes`. */
private[spark] final case class ValueColumn(name: String, dataType: DataType, family: String, qualifier: String) {
  @transient lazy val familyBytes: Array[Byte] = Bytes.toBytes(family)
  @transient lazy val qualifierBytes: Array[Byte] = Bytes.toBytes(qualifier)

  def field: StructField = StructField(name, dataType)

  /** The bytes of a value that is not null. */
  def write(row: InternalRow, place: Int): Array[Byte] = dataType match {
    case LongType    => Bytes.toBytes(row.getLong(place))
    case IntegerType => Bytes.toBytes(row.getInt(place))
    case ShortType   => Bytes.toBytes(row.getShort(place))
    case ByteType    => Array(row.getByte(place))
    case DoubleType  => Bytes.toBytes(row.getDouble(place))
    case FloatType   => Bytes.toBytes(row.getFloat(place))
    case BooleanType => Bytes.toBytes(row.getBoolean(place))
    case StringType  => row.getUTF8String(place).getBytes
    case _           => row.getBinary(place)
  }

  /** Puts the value of a cell into a place of a vector. */
  @transient lazy val put: (Cell, WritableColumnVector, Int) => Unit = dataType match {
    case LongType    => (cell, to, at) => to.putLong(at, Bytes.toLong(cell.getValueArray, begin(cell, 8)))
    case IntegerType => (cell, to, at) => to.putInt(at, Bytes.toInt(cell.getValueArray, begin(cell, 4)))
    case ShortType   => (cell, to, at) => to.putShort(at, Bytes.toShort(cell.getValueArray, begin(cell, 2)))
    case ByteType    => (cell, to, at) => to.putByte(at, cell.getValueArray()(begin(cell, 1)))
    case DoubleType  => (cell, to, at) => to.putDouble(at, Bytes.toDouble(cell.getValueArray, begin(cell, 8)))
    case FloatType   => (cell, to, at) => to.putFloat(at, Bytes.toFloat(cell.getValueArray, begin(cell, 4)))
    case BooleanType => (cell, to, at) => to.putBoolean(at, cell.getValueArray()(begin(cell, 1)) != 0)
    case _ => (cell, to, at) => to.putByteArray(at, cell.getValueArray, cell.getValueOffset, cell.getValueLength)
  }

  /** Where the value of a cell begins that has to be of a size. */
  private def begin(cell: Cell, size: Int): Int = {
    if (cell.getValueLength != size) {
      throw new IllegalArgumentException(
        s"a cell of $family:$qualifier has ${cell.getValueLength} bytes (expected $size, as it is ${dataType.sql})"
      )
    }
    cell.getValueOffset
  }
}

private[spark] object ValueColumn {
  private val Form = """(\S+)\s+(\S+)\s+([^\s:]+):(\S+)""".r
  private val Types =
    Seq(LongType, IntegerType, ShortType, ByteType, DoubleType, FloatType, BooleanType, StringType, BinaryType)

  /** A column of one of the types that cells hold. */
  def of(name: String, dataType: DataType, family: String, qualifier: String): ValueColumn = {
    if (!Types.contains(dataType)) {
      throw new IllegalArgumentException(
        s"the value column $name is of type ${dataType.sql} (expected one of ${Types.map(_.sql).mkString(", ")})"
      )
    }
    new ValueColumn(name, dataType, family, qualifier)
  }

  /** Reads columns such as `load BIGINT m:load, unit STRING m:unit`. */
  def parse(text: String): Seq[ValueColumn] =
    text.split(',').map(_.trim).filter(_.nonEmpty).toSeq.map {
      case Form(name, sqlType, family, qualifier) =>
        of(name, CatalystSqlParser.parseDataType(sqlType), family, qualifier)
      case part =>
        throw new IllegalArgumentException(s"the value column '$part' (expected NAME TYPE FAMILY:QUALIFIER)")
    }
}
