package rowkey

import (
	"bytes"
	"math"
	"net/netip"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/rowkey/rowkey/go/internal/flat"
)

// DecodeKey returns the columns that a key holds, by their names, with every byte of the key checked. A null is nil;
// a column that is not recovered, such as one of which only a hash is in the key, is not in the map. Values are
// uint64, int64, float64, float32 and string as the column's type says, []byte for bytes, hex and base64, time.Time,
// Decimal, bool, [16]byte for uuid, netip.Addr, and Code for enum and uid. Key takes all of them back.
func (l *Layout) DecodeKey(key []byte) (map[string]any, error) {
	s := takeScratch()
	defer s.give()
	s.key = append(s.key[:0], key...) // cgo would look at all of the object in which the caller's bytes lie
	record := s.record[:cap(s.record)]
	for {
		status := l.handle.Record(s.key, record, &s.call)
		runtime.KeepAlive(l)
		if status == 0 {
			s.key, s.record = s.key[:cap(s.key)], record
			return l.readRecord(record[:s.call.Length]), nil
		}
		if status != flat.Space {
			s.key = s.key[:cap(s.key)]
			return nil, s.errOne(l)
		}
		record = make([]byte, s.call.Length)
	}
}

func (l *Layout) readRecord(record []byte) map[string]any {
	values := make(map[string]any, len(l.columns))
	for i := range l.columns {
		tag := native.Uint32(record)
		record = record[4:]
		switch tag {
		case 0:
		case flat.Null:
			values[l.columns[i].name] = nil
		case flat.Kept:
			size := native.Uint32(record)
			values[l.columns[i].name] = l.columns[i].text(record[4 : 4+size])
			record = record[4+size:]
		default:
			values[l.columns[i].name] = l.columns[i].number(tag, native.Uint64(record), record)
			record = record[8:]
		}
	}
	return values
}

// kind is the name of the column's type and what stands in its brackets: "time" and "ms".
func (c column) kind() (string, string) {
	kind, argument, _ := strings.Cut(c.declared, "(")
	return kind, strings.TrimSuffix(argument, ")")
}

// text is a kept text as Go has it.
func (c column) text(kept []byte) any {
	switch kind, _ := c.kind(); kind {
	case "text":
		return string(kept)
	case "uuid":
		if len(kept) == 16 {
			return [16]byte(kept)
		}
	case "ip":
		if addr, ok := netip.AddrFromSlice(kept); ok {
			return addr.Unmap()
		}
	}
	return bytes.Clone(kept)
}

// number is a kept number as Go has it.
func (c column) number(tag uint32, n uint64, bytes []byte) any {
	switch tag {
	case flat.Kept | flat.F64:
		return math.Float64frombits(n)
	case flat.Kept | flat.F32:
		return math.Float32frombits(native.Uint32(bytes))
	}
	switch kind, argument := c.kind(); kind {
	case "time", "epoch":
		switch unit, _, _ := strings.Cut(argument, ","); unit {
		case "s":
			return time.Unix(int64(n), 0).UTC()
		case "ms":
			return time.UnixMilli(int64(n)).UTC()
		case "us":
			return time.UnixMicro(int64(n)).UTC()
		case "ns":
			return time.Unix(0, int64(n)).UTC()
		}
	case "decimal":
		if scale, err := strconv.ParseInt(argument, 10, 8); err == nil {
			return Decimal{int64(n), int8(scale)}
		}
	case "bool":
		return n == 1
	case "ipv4":
		return netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
	case "enum", "uid":
		return Code(n)
	}
	if tag == flat.Kept|flat.I64 {
		return int64(n)
	}
	return n
}

// Decode decodes keys into a Column for each of Columns, with every byte of the keys checked. Where the layout keeps
// nulls apart from values, Valid says which they are; else it is nil. Encode takes the columns back, but for those that
// are not recovered. A bad key, or a null one, is an *Error with its row.
//
// The memory of columns that an earlier call gave is used again; nil is always right. After an error it is lost.
func (l *Layout) Decode(keys *Keys, columns []Column) ([]Column, error) {
	s := takeScratch()
	defer s.give()
	defer s.pinner.Unpin()
	rows := keys.Len()
	for i := 0; i < rows && len(keys.valid) > 0; i++ {
		if keys.IsNull(i) {
			return nil, &Error{Row: i, Column: -1, Offset: -1, Text: "a null key (expected the bytes of a key)"}
		}
	}
	if why := keys.check(); why != nil {
		return nil, why
	}
	tags := l.keptTags(s)
	if len(columns) != len(tags) {
		columns = make([]Column, len(tags))
	}
	words := s.room(flat.KeysWords + len(tags)*flat.ColumnWords)
	words[0], words[1], words[2] = flat.Pin(&s.pinner, keys.Bytes), uint64(keys.Width), flat.Pin(&s.pinner, keys.Offsets)
	stride := (rows + 7) / 8
	bits := sized(s.bits, len(tags)*stride)
	s.bits = bits
	for i, tag := range tags {
		columns[i].Valid = nil
		if columns[i].Kept = tag != 0; tag == 0 {
			columns[i].Values = nil
			continue
		}
		w := words[flat.KeysWords+i*flat.ColumnWords:]
		w[0], w[1], w[8] = uint64(tag), uint64(rows), flat.Pin(&s.pinner, bits[i*stride:])
		columns[i].Values = roomFor(s, w, tag, rows, len(keys.Bytes), columns[i].Values)
	}
	if rows == 0 {
		return columns, nil
	}
	status := l.handle.Decode(words[:flat.KeysWords], rows, words[flat.KeysWords:], &s.call)
	runtime.KeepAlive(l)
	if status != 0 {
		return nil, s.err(l)
	}
	for i := range columns {
		if columns[i].Kept {
			columns[i].Valid = nullsOf(bits[i*stride:], rows)
		}
		if t, ok := columns[i].Values.(Texts); ok {
			t.Bytes = t.Bytes[:t.Offsets[rows]]
			columns[i].Values = t
		}
	}
	return columns, nil
}

// roomFor describes room for the values of a column, in the memory of earlier ones if there is enough.
func roomFor(s *scratch, words []uint64, tag uint32, rows, size int, earlier any) any {
	switch tag {
	case flat.Kept | flat.U64:
		return room[uint64](s, words, rows, earlier)
	case flat.Kept | flat.I64:
		return room[int64](s, words, rows, earlier)
	case flat.Kept | flat.F64:
		return room[float64](s, words, rows, earlier)
	case flat.Kept | flat.F32:
		return room[float32](s, words, rows, earlier)
	}
	t, _ := earlier.(Texts)
	t = Texts{sized(t.Bytes, size+size/2+1), sized(t.Offsets, rows+1)}
	t.Offsets[0] = 0
	words[2], words[3], words[4] = flat.Pin(&s.pinner, t.Bytes), uint64(len(t.Bytes)), flat.Pin(&s.pinner, t.Offsets)
	return t
}

func room[T any](s *scratch, words []uint64, rows int, earlier any) []T {
	values, _ := earlier.([]T)
	values = sized(values, rows)
	words[2] = flat.Pin(&s.pinner, values)
	return values
}

// nullsOf returns nil if there are no nulls.
func nullsOf(bits []byte, rows int) []bool {
	first := 0
	for first < rows && bits[first/8]>>(first%8)&1 != 0 {
		if first++; first%8 == 0 {
			for first+8 <= rows && bits[first/8] == 0xff {
				first += 8
			}
		}
	}
	if first == rows {
		return nil
	}
	valid := make([]bool, rows)
	for row := range valid {
		valid[row] = bits[row/8]>>(row%8)&1 != 0
	}
	return valid
}

// keptTags asks C which tag it decodes each column to, as which types are kept in which form is known there: it looks
// at the tags even of no keys, but for columns that it does not recover, for which it takes any.
func (l *Layout) keptTags(s *scratch) []uint32 {
	l.keptOnce.Do(func() {
		l.kept = make([]uint32, len(l.columns))
		room := make([]uint64, 1)
		takes := func(i int, tag uint32) bool {
			words := s.room(flat.KeysWords + len(l.columns)*flat.ColumnWords)
			w := words[flat.KeysWords+i*flat.ColumnWords:]
			if w[0], w[2] = uint64(tag), flat.Pin(&s.pinner, room); tag == flat.Kept {
				w[4] = w[2]
			}
			return l.handle.Decode(words[:flat.KeysWords], 0, words[flat.KeysWords:], &s.call) == 0
		}
		const noTag = flat.Kept | flat.I8
		for i := range l.kept {
			for _, tag := range []uint32{flat.Kept | flat.U64, flat.Kept | flat.I64, flat.Kept | flat.F64,
				flat.Kept | flat.F32, flat.Kept} {
				if takes(i, tag) && !takes(i, noTag) {
					l.kept[i] = tag
				}
			}
		}
	})
	return l.kept
}
