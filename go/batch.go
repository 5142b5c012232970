package rowkey

import (
	"fmt"
	"math"
	"net/netip"
	"runtime"
	"time"

	"github.com/rowkey/rowkey/go/internal/flat"
)

// Keys are the keys of a batch. Encode uses their memory again, so that a Keys that serves many batches costs no
// allocation. The zero value is ready for Encode; KeysOf makes one of keys from elsewhere, for Decode.
type Keys struct {
	// Bytes are the keys, side by side.
	Bytes []byte
	// Offsets says where keys begin and end: key i is Bytes[Offsets[i]:Offsets[i+1]]. It is empty for keys of one
	// width, where key i is Bytes[i*Width:(i+1)*Width].
	Offsets []uint64
	Width   int
	// Bad says what becomes of rows that have no key.
	Bad BadRows

	rows  int
	valid []byte // a bit for each key, if Bad asks for it
}

// BadRows says what Encode does with rows that cannot be encoded. A netip.Addr that is not valid or has a zone, and a
// time.Time too far from 1970 for the digits that the times of its batch have, are errors of the batch in any case.
type BadRows int

const (
	FailAtBad    BadRows = iota // the first of them is the error of the call
	NullForNulls                // a null that the template does not replace makes a null key; a bad value is an error
	NullForBad                  // both make null keys
)

// Len returns how many keys there are.
func (k *Keys) Len() int { return k.rows }

// Key returns key i. Its bytes are those of k, until the next batch. A null key has no bytes and is nil.
func (k *Keys) Key(i int) []byte {
	if k.IsNull(i) {
		return nil
	}
	if len(k.Offsets) > 0 {
		return k.Bytes[k.Offsets[i]:k.Offsets[i+1]:k.Offsets[i+1]]
	}
	return k.Bytes[i*k.Width : (i+1)*k.Width : (i+1)*k.Width]
}

// IsNull says whether Bad has made key i null.
func (k *Keys) IsNull(i int) bool { return len(k.valid) > 0 && k.valid[i/8]>>(i%8)&1 == 0 }

// check says what is wrong with fields that were set by hand: C reads keys where they say, whatever Bytes holds.
func (k *Keys) check() *Error {
	wrong := func(row int, text string, values ...any) *Error {
		return &Error{Row: row, Column: -1, Offset: -1, Text: fmt.Sprintf(text, values...)}
	}
	if k.rows == 0 && len(k.Bytes) > 0 {
		return wrong(-1, "the keys are not those of a batch (expected what Encode or KeysOf made)")
	}
	if len(k.Offsets) == 0 {
		if k.rows > 0 && (k.Width < 0 || k.Width > len(k.Bytes)/k.rows) {
			return wrong(-1, "%d keys end after the %d bytes that there are", k.rows, len(k.Bytes))
		}
		return nil
	}
	if len(k.Offsets) != k.rows+1 || k.Offsets[k.rows] > uint64(len(k.Bytes)) {
		return wrong(-1, "%d keys end after the %d bytes that there are", k.rows, len(k.Bytes))
	}
	for i := 0; i < k.rows; i++ {
		if k.Offsets[i] > k.Offsets[i+1] {
			return wrong(i, "the key ends at byte %d, before it begins at %d", k.Offsets[i+1], k.Offsets[i])
		}
	}
	return nil
}

// KeysOf copies keys, such as those read from a table, for Decode.
func KeysOf(keys ...[]byte) *Keys {
	k := &Keys{Offsets: make([]uint64, 1, len(keys)+1), rows: len(keys)}
	for _, key := range keys {
		k.Bytes = append(k.Bytes, key...)
		k.Offsets = append(k.Offsets, uint64(len(k.Bytes)))
	}
	return k
}

// Texts are texts side by side, a column of strings that Encode reads without a copy: text i is
// Bytes[Offsets[i]:Offsets[i+1]]. Decode gives what is kept as bytes in this form, too: see Column.
type Texts struct {
	Bytes   []byte
	Offsets []uint64 // one more than there are texts
}

// Len returns how many texts there are.
func (t Texts) Len() int { return max(len(t.Offsets)-1, 0) }

// At returns text i.
func (t Texts) At(i int) []byte { return t.Bytes[t.Offsets[i]:t.Offsets[i+1]:t.Offsets[i+1]] }

// Blobs are values given by their own bytes, side by side, a column of []byte that Encode reads without a copy. What
// the text "6162" is for a column of type hex, the blob "ab" is.
type Blobs struct {
	Bytes   []byte
	Offsets []uint64 // one more than there are blobs
}

// Len returns how many blobs there are.
func (b Blobs) Len() int { return Texts(b).Len() }

// At returns blob i.
func (b Blobs) At(i int) []byte { return Texts(b).At(i) }

// Decimals are numbers of one scale: Unscaled[i] / 10^Scale.
type Decimals struct {
	Unscaled []int64
	Scale    int8
}

// Column is a column with nulls, or one that Decode gave.
type Column struct {
	// Values is a slice as Encode takes it. Decode gives []uint64, []int64, []float64, []float32 or Texts, and nil
	// for a column that it does not recover from the keys.
	Values any
	// Valid, if it is not nil, says which rows have a value.
	Valid []bool
	// Kept says that the values are as the layout keeps them: counts of the unit of time(ms), hundredths of
	// decimal(2), the number of a name of an enum; as Texts, the bytes of hex, base64, uuid and ip, not their text.
	Kept bool
}

// Encode encodes a batch into keys: a column for each of Columns, all of one length. A column is a slice of integers,
// floats, bool, string, []byte, [16]byte, time.Time or netip.Addr, or a Texts, Blobs, Decimals or Column. Slices of
// string, []byte, time.Time and netip.Addr are copied; others are read where they lie. An error is an *Error with the
// row and the column; the keys are then those of no batch.
//
// random() makes another number for each row: the rows go on after those that earlier calls were given.
func (l *Layout) Encode(keys *Keys, columns ...any) error {
	s := takeScratch()
	defer s.give()
	defer s.pinner.Unpin()
	keys.rows = 0
	if len(columns) != len(l.columns) {
		return l.wrongCount("columns", len(columns))
	}
	rows := -1
	words := s.room(flat.KeysWords + len(columns)*flat.ColumnWords)
	for i, values := range columns {
		count, err := l.putColumn(s, words[flat.KeysWords+i*flat.ColumnWords:], i, values)
		if err != nil {
			return err
		}
		if rows >= 0 && count != rows {
			return l.wrong(-1, i, "%d rows (expected %d, as in the columns before it)", count, rows)
		}
		rows = count
	}
	if rows < 0 {
		return &Error{Row: -1, Column: -1, Offset: -1,
			Text: "a layout without columns has no batches (expected calls of Key)"}
	}
	first := l.rows.Add(uint64(rows)) - uint64(rows)
	if l.width >= 0 {
		keys.Bytes, keys.Width, keys.Offsets = sized(keys.Bytes, l.width*rows), l.width, keys.Offsets[:0]
	} else {
		keys.Bytes, keys.Offsets = keys.Bytes[:cap(keys.Bytes)], sized(keys.Offsets, rows+1)
	}
	keys.valid = keys.valid[:0]
	if keys.Bad != FailAtBad {
		keys.valid = sized(keys.valid, (rows+7)/8)
	}
	for {
		words[0], words[1] = flat.Pin(&s.pinner, keys.Bytes), uint64(len(keys.Bytes))
		words[2], words[4], words[5] = flat.Pin(&s.pinner, keys.Offsets), flat.Pin(&s.pinner, keys.valid), uint64(keys.Bad)
		status := l.handle.Encode(words[flat.KeysWords:], rows, first, words[:flat.KeysWords], &s.call)
		runtime.KeepAlive(l)
		switch status {
		case 0:
			keys.Bytes, keys.rows = keys.Bytes[:s.call.Length], rows
			return nil
		case flat.Space:
			keys.Bytes = sized(keys.Bytes, int(s.call.Length))
		default:
			return s.err(l)
		}
	}
}

// room returns words that are all 0.
func (s *scratch) room(words int) []uint64 {
	s.words = sized(s.words, words)
	clear(s.words)
	return s.words
}

// sized returns the same memory, or other, with this length. What it holds does not matter.
func sized[T any](values []T, length int) []T {
	if cap(values) < length {
		return make([]T, length)
	}
	return values[:length]
}

var nothing = make([]uint64, 1)

// numbers describes a column of numbers that C reads where they lie.
func numbers[T any](s *scratch, words []uint64, tag uint32, values []T) int {
	words[0], words[1], words[2] = uint64(tag), uint64(len(values)), flat.Pin(&s.pinner, values)
	if len(values) == 0 {
		words[2] = flat.Pin(&s.pinner, nothing) // C wants an address of no values, too
	}
	return len(values)
}

// texts describes a column of texts.
func texts(s *scratch, words []uint64, tag uint32, t Texts) int {
	words[0], words[1], words[2], words[3] = uint64(tag), uint64(t.Len()), flat.Pin(&s.pinner, t.Bytes), uint64(len(t.Bytes))
	if begin := flat.Pin(&s.pinner, t.Offsets); begin != 0 {
		words[4], words[5] = begin, begin+8
	}
	return t.Len()
}

// text returns room for the texts of column i, which are none.
func (s *scratch) text(i int) *Texts {
	if i >= len(s.texts) {
		s.texts = append(s.texts, make([]Texts, i+1-len(s.texts))...)
	}
	t := &s.texts[i]
	t.Bytes, t.Offsets = t.Bytes[:0], append(t.Offsets[:0], 0)
	return t
}

// gather copies texts, which may lie anywhere.
func gather[T ~string | ~[]byte](s *scratch, i int, values []T) Texts {
	t := s.text(i)
	for _, value := range values {
		t.Bytes = append(t.Bytes, value...)
		t.Offsets = append(t.Offsets, uint64(len(t.Bytes)))
	}
	return *t
}

// putColumn describes a column to C and returns its rows.
func (l *Layout) putColumn(s *scratch, words []uint64, i int, values any) (int, error) {
	switch v := values.(type) {
	case []uint64:
		return numbers(s, words, flat.Integer|flat.U64, v), nil
	case []int64:
		return numbers(s, words, flat.Integer|flat.I64, v), nil
	case []int:
		if math.MaxInt == math.MaxInt32 {
			return numbers(s, words, flat.Integer|flat.I32, v), nil
		}
		return numbers(s, words, flat.Integer|flat.I64, v), nil
	case []uint:
		if math.MaxUint == math.MaxUint32 {
			return numbers(s, words, flat.Integer|flat.U32, v), nil
		}
		return numbers(s, words, flat.Integer|flat.U64, v), nil
	case []uint32:
		return numbers(s, words, flat.Integer|flat.U32, v), nil
	case []int32:
		return numbers(s, words, flat.Integer|flat.I32, v), nil
	case []uint16:
		return numbers(s, words, flat.Integer|flat.U16, v), nil
	case []int16:
		return numbers(s, words, flat.Integer|flat.I16, v), nil
	case []uint8:
		return numbers(s, words, flat.Integer|flat.U8, v), nil
	case []int8:
		return numbers(s, words, flat.Integer|flat.I8, v), nil
	case []float64:
		return numbers(s, words, flat.Float|flat.F64, v), nil
	case []float32:
		return numbers(s, words, flat.Float|flat.F32, v), nil
	case []bool:
		return numbers(s, words, flat.Bool|flat.U8, v), nil
	case []string:
		return texts(s, words, flat.Text, gather(s, i, v)), nil
	case [][]byte:
		return texts(s, words, flat.Bytes, gather(s, i, v)), nil
	case Texts:
		return texts(s, words, flat.Text, v), nil
	case Blobs:
		return texts(s, words, flat.Bytes, Texts(v)), nil
	case Decimals:
		return numbers(s, words, decimalTag(v.Scale), v.Unscaled), nil
	case [][16]byte:
		words[3], words[7] = uint64(16*len(v)), 16
		return numbers(s, words, flat.UUID, v), nil
	case []time.Time:
		return l.putTimes(s, words, i, v, nil)
	case []netip.Addr:
		return l.putAddresses(s, words, i, v, nil)
	case Column:
		return l.putWithNulls(s, words, i, v)
	}
	return 0, l.wrong(-1, i, "a column of Go's type %T is not taken", values)
}

func (l *Layout) putWithNulls(s *scratch, words []uint64, i int, column Column) (rows int, err error) {
	switch v := column.Values.(type) {
	case []time.Time:
		rows, err = l.putTimes(s, words, i, v, column.Valid)
	case []netip.Addr:
		rows, err = l.putAddresses(s, words, i, v, column.Valid)
	case Column:
		return 0, l.wrong(-1, i, "a Column in a Column")
	default:
		rows, err = l.putColumn(s, words, i, v)
	}
	if err != nil {
		return 0, err
	}
	if column.Kept {
		if words[0], err = l.keptTag(i, column.Values); err != nil {
			return 0, err
		}
	}
	if column.Valid == nil {
		return rows, nil
	}
	if len(column.Valid) != rows {
		return 0, l.wrong(-1, i, "Valid has %d rows (expected %d, as Values)", len(column.Valid), rows)
	}
	bits := make([]byte, (rows+7)/8)
	for row, valid := range column.Valid {
		if valid {
			bits[row/8] |= 1 << (row % 8)
		}
	}
	words[8] = flat.Pin(&s.pinner, bits)
	return rows, nil
}

func (l *Layout) keptTag(i int, values any) (uint64, error) {
	switch values.(type) {
	case []uint64:
		return flat.Kept | flat.U64, nil
	case []int64:
		return flat.Kept | flat.I64, nil
	case []float64:
		return flat.Kept | flat.F64, nil
	case []float32:
		return flat.Kept | flat.F32, nil
	case Texts:
		return flat.Kept, nil
	}
	return 0, l.wrong(-1, i, "kept values of Go's type %T (expected what Decode gives)", values)
}

// putTimes counts in the largest unit that is exact for every row.
func (l *Layout) putTimes(s *scratch, words []uint64, i int, times []time.Time, valid []bool) (int, error) {
	unit := uint32(flat.Seconds)
	for row, t := range times {
		if row >= len(valid) || valid[row] {
			unit = max(unit, unitOf(t))
		}
	}
	counts := make([]int64, len(times))
	for row, t := range times {
		var ok bool
		if counts[row], ok = countOf(t, unit); !ok && (row >= len(valid) || valid[row]) {
			if _, ok = countOf(t, unitOf(t)); !ok {
				return 0, l.tooFar(row, i, t)
			}
			return 0, l.wrong(row, i, "%v is too far from 1970 for a batch in which times have parts of a second", t)
		}
	}
	return numbers(s, words, flat.Instant|flat.I64|unit, counts), nil
}

func (l *Layout) putAddresses(s *scratch, words []uint64, i int, addrs []netip.Addr, valid []bool) (int, error) {
	t := s.text(i)
	for row, addr := range addrs {
		if row >= len(valid) || valid[row] {
			var ok bool
			if t.Bytes, ok = appendAddress(t.Bytes, addr); !ok {
				return 0, l.wrong(row, i, "an address that is not valid, or that has a zone")
			}
		}
		t.Offsets = append(t.Offsets, uint64(len(t.Bytes)))
	}
	return texts(s, words, flat.Bytes, *t), nil
}

// appendAddress appends the 4 or 16 bytes of an address.
func appendAddress(to []byte, addr netip.Addr) ([]byte, bool) {
	if !addr.IsValid() || addr.Zone() != "" {
		return to, false
	}
	bytes := addr.As16()
	if addr.Is4() {
		return append(to, bytes[12:]...), true
	}
	return append(to, bytes[:]...), true
}
