package io.rowkey.spark

import org.apache.hadoop.hbase.util.Bytes
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

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

  /** The value in bytes of a cell. */
  def read(bytes: Array[Byte]): Any = dataType match {
    case LongType    => Bytes.toLong(sized(bytes, 8))
    case IntegerType => Bytes.toInt(sized(bytes, 4))
    case ShortType   => Bytes.toShort(sized(bytes, 2))
    case ByteType    => sized(bytes, 1)(0)
    case DoubleType  => Bytes.toDouble(sized(bytes, 8))
    case FloatType   => Bytes.toFloat(sized(bytes, 4))
    case BooleanType => Bytes.toBoolean(sized(bytes, 1))
    case StringType  => UTF8String.fromBytes(bytes)
    case _           => bytes
  }

  private def sized(bytes: Array[Byte], size: Int): Array[Byte] = {
    if (bytes.length != size) {
      throw new IllegalArgumentException(
        s"a cell of $family:$qualifier has ${bytes.length} bytes (expected $size, as it is ${dataType.sql})"
      )
    }
    bytes
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
