package rowkey_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	rowkey "github.com/rowkey/rowkey/go"
)

// tool is the command whose keys are compared: $ROWKEY, or that of the release build.
func tool(t *testing.T) string {
	t.Helper()
	path := os.Getenv("ROWKEY")
	if path == "" {
		path = "../build/release/rowkey"
	}
	path, err := filepath.Abs(path)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil && os.Getenv("ROWKEY") == "" {
		t.Skipf("the rowkey command is not built: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	return path
}

// ---- One value, whatever carries it, in whatever type is declared ----

var kinds = []string{"INTEGER", "FLOAT", "DECIMAL", "INSTANT", "DATE", "BOOL", "TEXT", "BYTES", "UUID"}

// The tables' lines of types, and the template that shows all that a column keeps.
var declared = map[string][]string{
	"u64": {"u64"}, "i64": {"i64"}, "f64": {"f64"}, "f32": {"f32"}, "text": {"text"}, "bytes": {"bytes(2)", "bytes(16)"},
	"time":    {"time(s)", "time(ms)", "time(us)", "time(ns)", `time(ms, "%d.%m.%Y")`},
	"epoch":   {"epoch(s)", "epoch(ns)"},
	"decimal": {"decimal(2)", "decimal(0)"}, "uuid": {"uuid"}, "ip": {"ip"}, "ipv4": {"ipv4"}, "hex": {"hex"},
	"base64": {"base64"}, "bool": {"bool"}, "enum": {"enum(a, b)"}, "uid": {"uid(" + keptFolder + "names.uid)"},
}

func template(line string) string {
	switch line {
	case "u64", "ipv4", "bool", "enum", "uid":
		return "{c:u64}"
	case "i64", "time", "epoch", "decimal":
		return "{c:i64}"
	case "f64", "f32":
		return "{c:" + line + "}"
	}
	return "{c}"
}

type named uint16

type uuid [16]byte

var id = [16]byte{0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff}

const idText = "00112233-4455-6677-8899-aabbccddeeff"

// carried are values by what they are. A FLOAT is also an integer of Go where it is whole, and so on: each is what
// its type says.
var carried = map[string][]any{
	"INTEGER": {
		0, 1, 12, -5, int8(-128), int16(-300), int32(-70000), uint8(255), uint16(65535), uint32(1 << 31), named(7),
		int64(1<<53 + 1), int64(math.MinInt64), int64(math.MaxInt64), uint64(math.MaxUint64), uint(3),
	},
	"FLOAT":   {0.0, 1.0, -5.0, 12.5, 0.1, 1e300, float32(0.1), float32(-2), math.Exp2(53), math.Exp2(63), math.Exp2(64)},
	"DECIMAL": {rowkey.Decimal{Unscaled: 1200, Scale: 2}, rowkey.Decimal{Unscaled: -125, Scale: 2}, rowkey.Decimal{Unscaled: 1, Scale: 3}, rowkey.Decimal{Unscaled: 7, Scale: 0}, rowkey.Decimal{Unscaled: 7, Scale: -1}},
	"INSTANT": {
		time.Unix(0, 0), time.Unix(1709210096, 0), time.Unix(1709210096, 125e6), time.Unix(1709210096, 125250e3),
		time.Unix(-1, 0), time.Unix(0, -1), time.Unix(1709210096, 125250125), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC),
		time.Date(2024, 3, 1, 1, 0, 0, 0, time.FixedZone("", 5*3600)), time.Date(9999, 1, 1, 0, 0, 0, 1, time.UTC),
	},
	"BOOL": {true, false},
	"TEXT": {
		"a", "b", "12", "-5", "12.5", "1", "true", "no", "6162", "YWI=", "ab", "zoë", "10.0.0.1", "2001:db8::10",
		"2024-02-29", "2024-02-29T12:34:56.125Z", "29.02.2024", idText, "18446744073709551616",
	},
	"BYTES": {[]byte("ab"), []byte{10, 0, 0, 1}, id[:], netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("2001:db8::10"), netip.MustParseAddr("::ffff:10.0.0.1")},
	"UUID":  {id, uuid(id)},
}

// said is the value as text of the type, or false where no key is right.
func said(line, column, kind string, value any) (string, bool) {
	v := reflect.ValueOf(value)
	switch kind {
	case "INTEGER":
		text := fmt.Sprint(value)
		switch {
		case line == "f64" || line == "f32":
			bits := map[string]int{"f64": 64, "f32": 32}[line]
			float, err := strconv.ParseFloat(text, bits)
			return text, err == nil && strconv.FormatFloat(float, 'f', -1, 64) == text || fmt.Sprintf("%.0f", float) == text
		case line == "time" || line == "epoch" || line == "ipv4":
			return text, true // counts, which the template's plain type takes
		}
		return text, true
	case "FLOAT":
		float := v.Float()
		if line == "u64" || line == "i64" {
			return fmt.Sprintf("%.0f", float), float == math.Trunc(float)
		}
		return strconv.FormatFloat(float, 'g', -1, 64), line == "f64" || float64(float32(float)) == float
	case "DECIMAL":
		d := value.(rowkey.Decimal)
		text := fmt.Sprintf("%de%d", d.Unscaled, -int(d.Scale))
		if line == "decimal" {
			return text, true
		}
		float, err := strconv.ParseFloat(text, 64) // exact enough for these
		return fmt.Sprintf("%.0f", float), err == nil && float == math.Trunc(float)
	case "INSTANT":
		t := value.(time.Time).UTC()
		unit := regexp.MustCompile(`\((\w+)`).FindStringSubmatch(column)[1]
		count, ok := t.Unix(), t.Nanosecond() == 0
		switch unit {
		case "ms":
			count, ok = t.UnixMilli(), t.Nanosecond()%1e6 == 0
		case "us":
			count, ok = t.UnixMicro(), t.Nanosecond()%1e3 == 0
		case "ns":
			count, ok = t.UnixNano(), time.Unix(0, t.UnixNano()).Equal(t)
		}
		return fmt.Sprint(count), ok
	case "BOOL":
		return fmt.Sprint(value), true
	case "TEXT":
		return value.(string), true
	case "UUID":
		return idText, true
	}
	return "", false
}

// bytesKey is the key of {c} for bytes, which no text says.
func bytesKey(line, column string, value any) []byte {
	raw, ok := value.([]byte)
	if addr, is := value.(netip.Addr); is {
		raw, ok = addr.AsSlice(), true
	}
	if v := reflect.ValueOf(value); !ok {
		raw = make([]byte, v.Len())
		reflect.Copy(reflect.ValueOf(raw), v)
	}
	switch {
	case column == "bytes(2)" && len(raw) != 2, (line == "uuid" || column == "bytes(16)") && len(raw) != 16,
		line == "ipv4" && len(raw) != 4, line == "ip" && len(raw) != 4 && len(raw) != 16:
		return nil
	case line == "ipv4":
		return append(make([]byte, 4), raw...)
	case line == "ip" && len(raw) == 4:
		return append([]byte("\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff"), raw...)
	}
	return raw
}

func conversions(t *testing.T) map[string]map[string]string {
	t.Helper()
	text, err := os.ReadFile("../src/types/conversions.def")
	if err != nil {
		t.Fatal(err)
	}
	steps := map[string]map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^DECLARED\((\w+),\s*(.*)\)$`).FindAllStringSubmatch(string(text), -1) {
		steps[row[1]] = map[string]string{}
		for i, step := range regexp.MustCompile(`,\s*`).Split(row[2], -1) {
			steps[row[1]][kinds[i]] = step
		}
	}
	return steps
}

// toolKeys asks the tool for keys of single values, each once.
func toolKeys(t *testing.T) func(layout, schema, value string) []byte {
	command, known := tool(t), map[string][]byte{}
	return func(layout, schema, value string) []byte {
		question := layout + "\x00" + schema + "\x00" + value
		if key, ok := known[question]; ok {
			return key
		}
		var key []byte
		out, err := exec.Command(command, "key", "--output", "hex", "-l", layout, "-c", schema, "--", value).Output()
		if err == nil {
			key, err = hex.DecodeString(strings.TrimSpace(string(out)))
		}
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			t.Fatalf("%q: %v", question, err)
		}
		known[question] = key
		return key
	}
}

func TestEveryValueInEveryType(t *testing.T) {
	ask, steps := toolKeys(t), conversions(t)
	if len(steps) != len(declared) {
		t.Fatalf("%d types in the table, %d here", len(steps), len(declared))
	}
	keys, refused := 0, 0
	for line, columns := range declared {
		for _, column := range columns {
			schema := "c:" + column
			layout := open(t, template(line), schema)
			for kind, values := range carried {
				for _, value := range values {
					var expected []byte
					step := steps[line][kind]
					if kind == "UUID" && column == "bytes(2)" {
						step = "REFUSE"
					}
					isBytes := kind == "BYTES" || kind == "UUID" && step == "KEEP"
					var text string
					var ok bool
					if step != "REFUSE" {
						text, ok = said(line, column, kind, value)
					}
					switch {
					case step == "REFUSE":
					case isBytes:
						expected = bytesKey(line, column, value)
					case ok && (line == "time" || line == "epoch") && (kind == "INTEGER" || kind == "INSTANT"):
						expected = ask("{c:i64}", "c:i64", text)
					case ok && line == "ipv4" && kind == "INTEGER":
						if number, err := strconv.ParseUint(text, 10, 32); err == nil {
							expected = ask("{c:u64}", "c:u64", fmt.Sprint(number))
						}
					case ok:
						expected = ask(template(line), schema, text)
					}
					key, err := layout.Key(value)
					checkKey(t, fmt.Sprintf("%s: Key(%T %v)", schema, value, value), key, err, expected)
					if _, ok := value.(named); ok {
						continue
					}
					if _, ok := value.(uuid); ok {
						continue
					}
					var batch rowkey.Keys
					err = layout.Encode(&batch, sliceOf(value))
					key = nil
					if err == nil {
						key = batch.Key(0)
					}
					checkKey(t, fmt.Sprintf("%s: Encode([]%T %v)", schema, value, value), key, err, expected)
					if keys++; expected == nil {
						refused++
					}
				}
			}
		}
	}
	if keys < 1000 || refused < 300 || refused > keys*9/10 {
		t.Errorf("%d of %d values were refused", refused, keys)
	}
}

func sliceOf(value any) any {
	if d, ok := value.(rowkey.Decimal); ok {
		return rowkey.Decimals{Unscaled: []int64{d.Unscaled}, Scale: d.Scale}
	}
	slice := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(value)), 1, 1)
	slice.Index(0).Set(reflect.ValueOf(value))
	return slice.Interface()
}

func checkKey(t *testing.T, what string, key []byte, err error, expected []byte) {
	t.Helper()
	var why *rowkey.Error
	switch {
	case expected == nil && err == nil:
		t.Errorf("%s: %x, expected an error", what, key)
	case expected == nil && (!errors.As(err, &why) || why.Column != 0 || why.ColumnName != "c" || why.Row > 0):
		t.Errorf("%s: %#v", what, err)
	case expected != nil && (err != nil || !bytes.Equal(key, expected)):
		t.Errorf("%s: %x, %v, expected %x", what, key, err, expected)
	}
}

// ---- One value has one key, whatever carries it ----

type (
	myText  string
	myBytes []byte
	myFlag  bool
	myFloat float64
)

// ways are those of giving one value: single values of Go, and functions that make a column of n of it. Each makes the
// same key, or is refused for the same reason.
type ways struct {
	single []any
	column map[string]func(n int) any
}

// repeated is a slice of one value.
func repeated(value any, n int) any {
	slice := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(value)), 0, n)
	for i := 0; i < n; i++ {
		slice = reflect.Append(slice, reflect.ValueOf(value))
	}
	return slice.Interface()
}

// waysOf are single values, and columns of those whose types have a name of Go's own.
func waysOf(single ...any) ways {
	w := ways{single, map[string]func(n int) any{}}
	for _, value := range single {
		switch value := value.(type) {
		case named, uuid, myText, myBytes, myFlag, myFloat:
		case rowkey.Decimal:
			w.column["Decimals"] = func(n int) any {
				return rowkey.Decimals{Unscaled: repeated(value.Unscaled, n).([]int64), Scale: value.Scale}
			}
		case rowkey.Code:
		default:
			w.column[fmt.Sprintf("[]%T", value)] = func(n int) any { return repeated(value, n) }
		}
	}
	return w
}

func sideBySide(text string, n int) rowkey.Texts {
	t := rowkey.Texts{Bytes: []byte(strings.Repeat(text, n)), Offsets: []uint64{0}}
	for i := 1; i <= n; i++ {
		t.Offsets = append(t.Offsets, uint64(i*len(text)))
	}
	return t
}

func waysOfText(text string) ways {
	w := waysOf(text, myText(text))
	w.column["Texts"] = func(n int) any { return sideBySide(text, n) }
	return w
}

func waysOfBytes(text string) ways {
	w := waysOf([]byte(text), myBytes(text))
	w.column["Blobs"] = func(n int) any { return rowkey.Blobs(sideBySide(text, n)) }
	return w
}

func waysOfInteger(number int64) (w ways) {
	var single []any
	for _, like := range []any{
		int(0), int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0), uint64(0), named(0),
	} {
		value := reflect.ValueOf(number).Convert(reflect.TypeOf(like))
		if (number >= 0 || value.CanInt()) && value.Convert(reflect.TypeOf(number)).Int() == number {
			single = append(single, value.Interface())
		}
	}
	return waysOf(single...)
}

func waysOfFloat(number float64) ways {
	if float64(float32(number)) == number {
		return waysOf(number, myFloat(number), float32(number))
	}
	return waysOf(number, myFloat(number))
}

func waysOfCode(code uint64) ways {
	w := waysOf(rowkey.Code(code))
	w.column["[]uint64 that are kept"] = func(n int) any { return rowkey.Column{Values: repeated(code, n), Kept: true} }
	return w
}

// waysOfNull are of texts, which every type takes: a column of another type is refused, even one of nulls.
func waysOfNull() ways {
	w := ways{[]any{nil}, map[string]func(n int) any{}}
	for name, column := range waysOfText("a").column {
		w.column["null "+name] = func(column func(n int) any) func(n int) any {
			return func(n int) any { return rowkey.Column{Values: column(n), Valid: make([]bool, n)} }
		}(column)
	}
	return w
}

func everyValue() []ways {
	every := []ways{waysOfNull(), waysOf(true, myFlag(true)), waysOf(false, myFlag(false)), waysOf(id, uuid(id))}
	for _, number := range []int64{0, 1, 2, 12, -5, 127, -128, 255, 256, 65535, 1 << 31, 1<<53 + 1, math.MinInt64, math.MaxInt64} {
		every = append(every, waysOfInteger(number))
	}
	for _, number := range []float64{
		0, math.Copysign(0, -1), 1, -5, 12.5, 0.1, float64(float32(0.1)), 1e300, math.Exp2(53), math.Exp2(64),
		math.Inf(1), math.Inf(-1), math.NaN(), math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat32,
	} {
		every = append(every, waysOfFloat(number))
	}
	for _, code := range []uint64{0, 1, 2, 1 << 31, math.MaxUint64} {
		every = append(every, waysOfCode(code))
	}
	for _, value := range append(append([]any{}, carried["DECIMAL"]...), carried["INSTANT"]...) {
		every = append(every, waysOf(value))
	}
	for _, text := range carried["TEXT"] {
		every = append(every, waysOfText(text.(string)), waysOfBytes(text.(string)))
	}
	for _, text := range []string{"", "\x00", "\xff\xfe", "\x0a\x00\x00\x01", string(id[:]), strings.Repeat("61", 300)} {
		every = append(every, waysOfText(text), waysOfBytes(text))
	}
	for _, text := range []string{"10.0.0.1", "2001:db8::10", "::ffff:10.0.0.1"} {
		address := netip.MustParseAddr(text)
		w := waysOf(address)
		for name, column := range waysOfBytes(string(address.AsSlice())).column {
			w.column[name] = column
		}
		every = append(every, w)
	}
	return every
}

// outcome is a key, or why there is none.
func outcome(key []byte, err error) string {
	var why *rowkey.Error
	switch {
	case err == nil:
		return fmt.Sprintf("%x", key)
	case !errors.As(err, &why) || why.Column != 0 || why.ColumnName != "c" || why.Row > 0:
		return fmt.Sprintf("another error: %#v", err)
	}
	return why.Text
}

// batchOutcome is that of every row of a batch, and of the columns that its keys give back.
func batchOutcome(t *testing.T, layout *rowkey.Layout, column any, rows int) string {
	t.Helper()
	var keys, again rowkey.Keys
	if err := layout.Encode(&keys, column); err != nil {
		return outcome(nil, err)
	}
	for i := 0; i < rows; i++ {
		if keys.Len() != rows || !bytes.Equal(keys.Key(i), keys.Key(0)) {
			t.Errorf("%s: keys of equal rows: %x", layout.Schema(), keys.Bytes)
		}
	}
	back, err := layout.Decode(&keys, nil)
	if err != nil {
		t.Errorf("%s: %x: %v", layout.Schema(), keys.Bytes, err)
	} else if err := layout.Encode(&again, back[0]); err != nil || !bytes.Equal(again.Bytes, keys.Bytes) {
		t.Errorf("%s: %x came back as %x, %v", layout.Schema(), keys.Bytes, again.Bytes, err)
	}
	return outcome(keys.Key(0), nil)
}

func TestOneValueHasOneKey(t *testing.T) {
	made, refused := 0, 0
	for line, columns := range declared {
		templates := []string{template(line)}
		if line == "text" {
			templates = append(templates, `{null_last(c):u8}{coalesce(c, "none")}`)
		}
		for i := range columns {
			for _, template := range templates {
				schema := "c:" + columns[i]
				layout := open(t, template, schema)
				for _, value := range everyValue() {
					key, err := layout.Key(value.single[0])
					expected := outcome(key, err)
					if made++; err != nil {
						refused++
					}
					check := func(way, got string) {
						if got != expected {
							t.Errorf("%s of %s: %#v has %s, but as %s %s", template, schema, value.single[0], expected, way, got)
						}
					}
					for _, single := range value.single {
						key, err := layout.AppendKey([]byte("as it was"), single)
						check(fmt.Sprintf("%T", single), outcome(bytes.TrimPrefix(key, []byte("as it was")), err))
					}
					for name, column := range value.column {
						for _, rows := range []int{1, 3, 70} {
							check(name, batchOutcome(t, layout, column(rows), rows))
							if _, ok := column(rows).(rowkey.Column); ok {
								continue
							}
							valid := repeated(true, rows).([]bool)
							check("Column of "+name, batchOutcome(t, layout, rowkey.Column{Values: column(rows)}, rows))
							check("Column with Valid of "+name, batchOutcome(t, layout, rowkey.Column{Values: column(rows), Valid: valid}, rows))
						}
					}
				}
			}
		}
	}
	if made < 1500 || refused < 500 || refused > made*9/10 {
		t.Errorf("%d of %d values were refused", refused, made)
	}
}

// ---- Layouts of many shapes, of many rows ----

const timeOf = "2006-01-02T15:04:05.000Z"

// Each is a schema of columns that makeColumn knows, and a layout over them.
var layouts = [][2]string{
	{"{md5(id) % 1000000:07d}{id:010d}", "id:u64"},
	{"{id}", "id:u64"},
	{"{md5(host) % 100:02d}|{host}|{ts:u64}", "host:text,ts:u64"},
	{"{host:esc}{n:i64}{id:u64}", "host:text,n:i64,id:u64"},
	{"{xxh3(host, n):u64}{f:f64}", "host:text,n:i64,f:f64"},
	{`{coalesce(host, "none")}|{coalesce(n, -1):i64}`, "host:text,n:i64"},
	{"{murmur3_32(host):i32}{t:~i64}", "host:text,t:time(ms)"},
	{"{p:i64}{b:u8}{e:u16}{u}", "p:decimal(2),b:bool,e:enum(red, green),u:uuid"},
	{"{a}{v:u32}{x}", "a:ip,v:ipv4,x:hex"},
	{"{crc32(u, host) % 16:02x}{g:f32}{h}", "u:uuid,host:text,g:f32,h:bytes(4)"},
	{"{null_last(n):u8}{coalesce(n, 0):i64}{host:u16s}", "n:i64,host:text"},
	{"{year(t):04d}{month(t):02d}-{host}", "t:time(s),host:text"},
	{"@phoenix-salted(buckets=16)", ""},
	{"@gbif", ""},
}

// makeColumn makes random values of a declared type: a slice of Go and the fields of a CSV, where \N is null.
func makeColumn(random *rand.Rand, declared string, rows int, nulls bool) (any, []string) {
	var column rowkey.Column
	fields := make([]string, rows)
	fill := func(values any, field func(i int) string) any {
		for i := range fields {
			fields[i] = field(i)
		}
		return values
	}
	random64 := func() uint64 { return random.Uint64() >> random.Intn(64) }
	switch kind, _, _ := strings.Cut(declared, "("); kind {
	case "u64":
		v := make([]uint64, rows)
		column.Values = fill(v, func(i int) string { v[i] = random64() % 1e10; return fmt.Sprint(v[i]) })
	case "i64":
		v := make([]int64, rows)
		column.Values = fill(v, func(i int) string { v[i] = int64(random64()) - 1<<20; return fmt.Sprint(v[i]) })
	case "f64":
		v := make([]float64, rows)
		column.Values = fill(v, func(i int) string { v[i] = random.NormFloat64(); return strconv.FormatFloat(v[i], 'g', -1, 64) })
	case "f32":
		v := make([]float32, rows)
		column.Values = fill(v, func(i int) string {
			v[i] = random.Float32()
			return strconv.FormatFloat(float64(v[i]), 'g', -1, 32)
		})
	case "text":
		v := make([]string, rows)
		column.Values = fill(v, func(i int) string { v[i] = strings.Repeat("hö", random.Intn(20)) + fmt.Sprint(i); return v[i] })
	case "time":
		v := make([]time.Time, rows)
		column.Values = fill(v, func(i int) string {
			v[i] = time.Unix(random.Int63n(4e9), 0).UTC()
			if declared == "time(ms)" {
				v[i] = v[i].Add(time.Duration(random.Intn(1000)) * time.Millisecond)
			}
			return v[i].Format(timeOf)
		})
	case "decimal":
		v := rowkey.Decimals{Unscaled: make([]int64, rows), Scale: 1}
		column.Values = fill(v, func(i int) string {
			v.Unscaled[i] = random.Int63n(1e12)
			return fmt.Sprintf("%d.%d", v.Unscaled[i]/10, v.Unscaled[i]%10)
		})
	case "bool":
		v := make([]bool, rows)
		column.Values = fill(v, func(i int) string { v[i] = random.Intn(2) == 1; return fmt.Sprint(v[i]) })
	case "enum":
		v := make([]string, rows)
		column.Values = fill(v, func(i int) string { v[i] = []string{"red", "green"}[random.Intn(2)]; return v[i] })
	case "uuid":
		v := make([][16]byte, rows)
		column.Values = fill(v, func(i int) string { random.Read(v[i][:]); return hex.EncodeToString(v[i][:]) })
	case "ip", "ipv4":
		v := make([]netip.Addr, rows)
		column.Values = fill(v, func(i int) string {
			v[i] = netip.AddrFrom4([4]byte{byte(random.Int()), 1, 2, byte(random.Int())})
			if kind == "ip" && i%2 == 1 {
				v[i] = netip.AddrFrom16([16]byte{32, 1, 13, 184, 15: byte(random.Int())})
			}
			return v[i].String()
		})
	case "hex":
		v := make([][]byte, rows)
		column.Values = fill(v, func(i int) string { v[i] = make([]byte, 4); random.Read(v[i]); return hex.EncodeToString(v[i]) })
	case "bytes":
		v := make([][]byte, rows)
		column.Values = fill(v, func(i int) string { fields := fmt.Sprintf("%04x", i&0xffff); v[i] = []byte(fields); return fields })
	default:
		panic(declared)
	}
	if !nulls {
		return column.Values, fields
	}
	column.Valid = make([]bool, rows)
	for i := range fields {
		if column.Valid[i] = random.Intn(4) != 0; !column.Valid[i] {
			fields[i] = `\N`
		}
	}
	return column, fields
}

func toolEncode(t *testing.T, layout, schema string, fields [][]string) [][]byte {
	t.Helper()
	var text strings.Builder
	for row := range fields[0] {
		for i := range fields {
			if i > 0 {
				text.WriteByte('\t')
			}
			text.WriteString(fields[i][row])
		}
		text.WriteByte('\n')
	}
	command := exec.Command(tool(t), "encode", "--input", "tsv", "--null", `\N`, "--output", "hex", "-l", layout, "-c", schema)
	command.Stdin = strings.NewReader(text.String())
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s of %s: %v: %s", layout, schema, err, out)
	}
	var keys [][]byte
	for _, line := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		key, err := hex.DecodeString(line)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	return keys
}

func TestBatchesHaveTheKeysOfTheTool(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for _, l := range layouts {
		for _, rows := range []int{1, 100, 4096, 10001} {
			layout := open(t, l[0], l[1])
			var columns []any
			var fields [][]string
			for _, column := range schemaColumn.FindAllStringSubmatch(layout.Schema(), -1) {
				nulls := strings.Contains(l[0], "coalesce("+column[1])
				values, texts := makeColumn(random, column[2]+column[3], rows, nulls)
				columns, fields = append(columns, values), append(fields, texts)
			}
			expected := toolEncode(t, l[0], layout.Schema(), fields)
			var keys rowkey.Keys
			for range [2]struct{}{} { // the second batch lies in the memory of the first
				if err := layout.Encode(&keys, columns...); err != nil {
					t.Fatalf("%s: %v", l[0], err)
				}
				if keys.Len() != rows || len(expected) != rows {
					t.Fatalf("%s: %d keys of %d", l[0], keys.Len(), rows)
				}
				for i, key := range expected {
					if !bytes.Equal(keys.Key(i), key) {
						t.Fatalf("%s: row %d of %d is %x, expected %x", l[0], i, rows, keys.Key(i), key)
					}
				}
			}
			back, err := layout.Decode(&keys, nil)
			if err != nil {
				t.Fatalf("%s: %v", l[0], err)
			}
			for i := range back {
				if back[i].Kept {
					columns[i] = back[i]
				}
			}
			var again rowkey.Keys
			if err := layout.Encode(&again, columns...); err != nil || !bytes.Equal(again.Bytes, keys.Bytes) {
				t.Errorf("%s: columns that came back make other keys: %v", l[0], err)
			}
		}
	}
}
