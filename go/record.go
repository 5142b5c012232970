package rowkey

import (
	"encoding/binary"
	"math"
	"net/netip"
	"reflect"
	"time"

	"github.com/rowkey/rowkey/go/internal/flat"
)

// Decimal is the number Unscaled / 10^Scale: {1250, 2} is 12.50.
type Decimal struct {
	Unscaled int64
	Scale    int8
}

// native is the order of bytes in which C has numbers.
var native = binary.NativeEndian

// Code is the number that stands for a name in a column of type enum or uid. DecodeKey gives it; Key takes it back.
// Decode and Encode have such numbers as []uint64 in a Column that is Kept.
type Code uint64

func (l *Layout) putRecord(s *scratch, values []any) error {
	if len(values) != len(l.columns) {
		return l.wrongCount("values", len(values))
	}
	r := s.record[:0]
	for i, value := range values {
		switch v := value.(type) {
		case nil:
			r = native.AppendUint32(r, flat.Null)
		case uint64:
			r = appendNumber(r, flat.Integer|flat.U64, v)
		case int64:
			r = appendNumber(r, flat.Integer|flat.I64, uint64(v))
		case int:
			r = appendNumber(r, flat.Integer|flat.I64, uint64(v))
		case string:
			if uint64(len(v)) > flat.TextLimit {
				return l.tooLong(i, len(v))
			}
			r = append(appendHead(r, flat.Text, len(v)), v...)
		case []byte:
			if uint64(len(v)) > flat.TextLimit {
				return l.tooLong(i, len(v))
			}
			r = append(appendHead(r, flat.Bytes, len(v)), v...)
		case float64:
			r = appendNumber(r, flat.Float|flat.F64, math.Float64bits(v))
		case time.Time:
			unit := unitOf(v)
			count, ok := countOf(v, unit)
			if !ok {
				return l.tooFar(-1, i, v)
			}
			r = appendNumber(r, flat.Instant|flat.I64|unit, uint64(count))
		case Decimal:
			r = appendNumber(r, decimalTag(v.Scale), uint64(v.Unscaled))
		case Code:
			r = appendNumber(r, flat.Kept|flat.U64, uint64(v))
		case [16]byte:
			r = append(appendHead(r, flat.UUID, len(v)), v[:]...)
		case netip.Addr:
			size := 4
			if !v.Is4() {
				size = 16
			}
			var ok bool
			if r, ok = appendAddress(appendHead(r, flat.Bytes, size), v); !ok {
				return l.wrong(-1, i, "an address that is not valid, or that has a zone")
			}
		default:
			var ok bool
			if r, ok = appendOther(r, reflect.ValueOf(value)); !ok {
				return l.wrong(-1, i, "a value of Go's type %v is not taken", reflect.TypeOf(value))
			}
		}
	}
	s.record = r
	return nil
}

func (l *Layout) tooLong(column, size int) error {
	return l.wrong(-1, column, "a text of %d bytes (expected at most %d)", size, uint64(flat.TextLimit))
}

func (l *Layout) tooFar(row, column int, t time.Time) error {
	return l.wrong(row, column, "%v has parts of a second, and is too far from 1970 to count them in 64 bits", t)
}

// appendNumber appends a value of 8 bytes.
func appendNumber(r []byte, tag uint32, number uint64) []byte {
	return native.AppendUint64(native.AppendUint32(r, tag), number)
}

// appendHead appends what stands before the bytes of a text.
func appendHead(r []byte, tag uint32, size int) []byte {
	return native.AppendUint32(native.AppendUint32(r, tag), uint32(size))
}

// appendOther takes what is rarer: other widths, and types with names of their own such as a uuid.UUID.
func appendOther(r []byte, v reflect.Value) ([]byte, bool) {
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return appendNumber(r, flat.Integer|flat.I64, uint64(v.Int())), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return appendNumber(r, flat.Integer|flat.U64, v.Uint()), true
	case reflect.Float32, reflect.Float64:
		return appendNumber(r, flat.Float|flat.F64, math.Float64bits(v.Float())), true
	case reflect.Bool:
		var one uint64
		if v.Bool() {
			one = 1
		}
		return appendNumber(r, flat.Bool|flat.U64, one), true
	case reflect.String:
		if text := v.String(); uint64(len(text)) <= flat.TextLimit {
			return append(appendHead(r, flat.Text, len(text)), text...), true
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 && uint64(v.Len()) <= flat.TextLimit {
			return append(appendHead(r, flat.Bytes, v.Len()), v.Bytes()...), true
		}
	case reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 && v.Len() == 16 {
			var id [16]byte
			reflect.Copy(reflect.ValueOf(id[:]), v)
			return append(appendHead(r, flat.UUID, len(id)), id[:]...), true
		}
	}
	return r, false
}

func decimalTag(scale int8) uint32 { return flat.Decimal | flat.I64 | uint32(uint8(scale))<<16 }

// unitOf returns the largest unit that counts an instant exactly.
func unitOf(t time.Time) uint32 {
	switch ns := t.Nanosecond(); {
	case ns == 0:
		return flat.Seconds
	case ns%1_000_000 == 0:
		return flat.Millis
	case ns%1_000 == 0:
		return flat.Micros
	}
	return flat.Nanos
}

// countOf counts from 1970, or says that 64 bits do not do.
func countOf(t time.Time, unit uint32) (count int64, ok bool) {
	switch unit {
	case flat.Millis:
		count = t.UnixMilli()
		return count, time.UnixMilli(count).Equal(t)
	case flat.Micros:
		count = t.UnixMicro()
		return count, time.UnixMicro(count).Equal(t)
	case flat.Nanos:
		count = t.UnixNano()
		return count, time.Unix(0, count).Equal(t)
	}
	return t.Unix(), true
}
