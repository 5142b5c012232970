package rowkey_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	rowkey "github.com/rowkey/rowkey/go"
)

// ---- Errors ----

func asError(t *testing.T, err error) *rowkey.Error {
	t.Helper()
	var why *rowkey.Error
	if !errors.As(fmt.Errorf("ingesting: %w", err), &why) {
		t.Fatalf("%v is not an *Error", err)
	}
	return why
}

func TestErrorsOfTemplatesShowThePlace(t *testing.T) {
	_, err := rowkey.Compile("{id}|{md6(id)}", "id:u64")
	why := asError(t, err)
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 3 || lines[1] != "{id}|{md6(id)}" || !strings.HasPrefix(lines[2], "      ^ expected md5") {
		t.Errorf("%s", err)
	}
	if why.Offset != 6 || why.Row != -1 || why.Column != -1 || why.ColumnName != "" {
		t.Errorf("%#v", why)
	}
	_, err = rowkey.Compile("{id}", "id:u65")
	if why = asError(t, err); why.Offset != 3 || !strings.Contains(why.Text, "^") {
		t.Errorf("%#v", why)
	}
	defer func() {
		if _, ok := recover().(*rowkey.Error); !ok {
			t.Error("MustCompile does not panic with an *Error")
		}
	}()
	rowkey.MustCompile("{", "")
}

func TestErrorsNameRowAndColumn(t *testing.T) {
	layout := open(t, "{a:u8}{b}", "a:u64,b:text")
	const fits = "does not fit"
	for _, bad := range []struct {
		column int
		text   string
		values []any
	}{
		{0, fits, []any{256, "x"}},
		{0, "-1", []any{-1, "x"}},
		{0, "null", []any{nil, "x"}},
		{1, "null", []any{1, nil}},
		{1, "integer", []any{1, 2}},
		{0, "struct", []any{struct{}{}, "x"}},
		{0, "func", []any{func() {}, "x"}},
		{1, "[]int", []any{1, []int{2}}},
		{1, "[15]uint8", []any{1, [15]byte{}}},
		{1, "zone", []any{1, netip.MustParseAddr("fe80::1%eth0")}},
		{-1, "a:u64,b:text", []any{1}},
		{-1, "3 values", []any{1, "x", 2}},
	} {
		key, err := layout.AppendKey([]byte("kept"), bad.values...)
		why := asError(t, err)
		if string(key) != "kept" || why.Column != bad.column || why.Row != -1 || !strings.Contains(err.Error(), bad.text) {
			t.Errorf("%v: %q, %#v", bad.values, key, why)
		}
		if bad.column >= 0 && why.ColumnName != layout.Columns()[bad.column] {
			t.Errorf("%v: %#v", bad.values, why)
		}
	}
}

func TestErrorsOfBatchesNameTheFirstBadRow(t *testing.T) {
	layout := open(t, "{a:u8}{b}", "a:u64,b:text")
	rows := 5000
	numbers, texts := make([]int, rows), make([]string, rows)
	numbers[4321], numbers[4400] = 256, -1
	var keys rowkey.Keys
	why := asError(t, layout.Encode(&keys, numbers, texts))
	if why.Row != 4321 || why.Column != 0 || why.ColumnName != "a" || !strings.Contains(why.Text, "256") || keys.Len() != 0 {
		t.Errorf("%#v, %d keys", why, keys.Len())
	}
	for _, bad := range []struct {
		row, column int
		columns     []any
	}{
		{-1, 1, []any{numbers, texts[1:]}},
		{-1, 1, []any{numbers, "x"}},
		{-1, 1, []any{numbers, nil}},
		{-1, 0, []any{rowkey.Column{Values: numbers, Valid: make([]bool, 1)}, texts}},
		{-1, 0, []any{rowkey.Column{Values: rowkey.Column{}}, texts}},
		{-1, 0, []any{rowkey.Column{Values: numbers, Kept: true}, texts}},
		{0, 0, []any{rowkey.Column{Values: make([]int, rows), Valid: make([]bool, rows)}, texts}},
		{-1, -1, []any{numbers}},
		{1, 1, []any{make([]uint64, 1), rowkey.Texts{Bytes: []byte("x"), Offsets: []uint64{0, 2}}}},
		{1, 1, []any{make([]uint64, 2), rowkey.Texts{Bytes: []byte("x"), Offsets: []uint64{0, 1, 0}}}},
	} {
		why := asError(t, layout.Encode(&keys, bad.columns...))
		if why.Column != bad.column || why.Row >= 0 && bad.row < 0 || keys.Len() != 0 {
			t.Errorf("%d: %#v", bad.column, why)
		}
	}
	keys.Bad = rowkey.NullForBad // values that C is never given are errors of the batch in any case
	times := []time.Time{time.Unix(0, 1), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}
	if why := asError(t, open(t, "{t:i64}", "t:time(s)").Encode(&keys, times)); why.Row != 1 || why.ColumnName != "t" {
		t.Errorf("%#v", why)
	}
	addrs := []netip.Addr{netip.MustParseAddr("::1"), {}}
	if why := asError(t, open(t, "{a}", "a:ip").Encode(&keys, addrs)); why.Row != 1 || why.ColumnName != "a" {
		t.Errorf("%#v", why)
	}
}

func TestBadRowsBecomeNullKeys(t *testing.T) {
	for _, template := range []string{"{a:u8}", "{a:u8}|{b}"} {
		layout := open(t, template, "")
		columns := []any{rowkey.Column{Values: []int{1, 256, 3, 4}, Valid: []bool{true, true, false, true}}, []string{"w", "x", "y", "z"}}
		columns = columns[:len(layout.Columns())]
		keys := rowkey.Keys{Bad: rowkey.NullForNulls}
		if why := asError(t, layout.Encode(&keys, columns...)); why.Row != 1 {
			t.Errorf("%#v", why)
		}
		keys.Bad = rowkey.NullForBad
		if err := layout.Encode(&keys, columns...); err != nil {
			t.Fatal(err)
		}
		for i, isNull := range []bool{false, true, true, false} {
			if keys.IsNull(i) != isNull || (keys.Key(i) == nil) != isNull {
				t.Errorf("%s: key %d is %q", template, i, keys.Key(i))
			}
		}
		if why := asError(t, second(layout.Decode(&keys, nil))); why.Row != 1 {
			t.Errorf("%#v", why)
		}
		keys.Bad = rowkey.FailAtBad
		columns[0] = []int{1, 2, 3, 4}
		if err := layout.Encode(&keys, columns...); err != nil || keys.IsNull(1) || keys.Key(3)[0] != 4 {
			t.Errorf("%q, %v", keys.Bytes, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestBadKeys(t *testing.T) {
	layout := open(t, "{a:u8}|{b}", "a:u64,b:text")
	for _, key := range []string{"", "\x01", "\x01-b"} {
		if why := asError(t, second(layout.DecodeKey([]byte(key)))); why.Row != -1 {
			t.Errorf("%q: %#v", key, why)
		}
		keys := rowkey.KeysOf([]byte("\x01|b"), []byte(key))
		if why := asError(t, second(layout.Decode(keys, nil))); why.Row != 1 {
			t.Errorf("%q: %#v", key, why)
		}
	}
	keys := rowkey.KeysOf([]byte("\x01|b"), []byte("\x02|c"))
	keys.Bytes = keys.Bytes[:5]
	if err := second(layout.Decode(keys, nil)); !strings.Contains(asError(t, err).Text, "5 bytes") {
		t.Error(err)
	}
	keys = rowkey.KeysOf([]byte("\x01|b"), []byte("\x02|c"))
	for _, wrong := range []uint64{7, 1 << 40, 1<<64 - 1} {
		keys.Offsets[1] = wrong
		if err := second(layout.Decode(keys, nil)); asError(t, err).Row != 1 {
			t.Errorf("%d: %#v", wrong, err)
		}
	}
	if err := second(layout.Decode(&rowkey.Keys{Bytes: []byte("\x01|b"), Width: 3}, nil)); !strings.Contains(asError(t, err).Text, "not those of a batch") {
		t.Error(err)
	}
	fixed := open(t, "{a:u8}", "")
	var short rowkey.Keys
	if err := fixed.Encode(&short, []int{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	short.Bytes = short.Bytes[:2]
	if err := second(fixed.Decode(&short, nil)); !strings.Contains(asError(t, err).Text, "2 bytes") {
		t.Error(err)
	}
}

// C says which numbers there are.
func TestNumbersBeyondTheirTypeAreRefused(t *testing.T) {
	for kind, most := range map[string]uint64{"bool": 1, "ipv4": 1<<32 - 1, "enum(red, green)": 1} {
		layout := open(t, "{c:u64}", "c:"+kind)
		key := binary.BigEndian.AppendUint64(nil, most)
		good, err := layout.DecodeKey(key)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := layout.Key(good["c"]); err != nil || !bytes.Equal(again, key) {
			t.Errorf("%s: %x: %v", kind, again, err)
		}
		key = binary.BigEndian.AppendUint64(nil, most+1)
		for _, err := range []error{
			second(layout.Key(rowkey.Code(most + 1))), second(layout.DecodeKey(key)), second(layout.Decode(rowkey.KeysOf(key), nil)),
		} {
			if why := asError(t, err); why.Column != 0 || !strings.Contains(why.Text, "out of the range of") {
				t.Errorf("%s: %#v", kind, why)
			}
		}
	}
}

// ---- What layouts say, and the edges of sizes ----

func TestLayoutsSayTheirColumns(t *testing.T) {
	layout := open(t, `{b}|{a:i64}{c:u8}{d:u16}`, `a:time(ms, "%d,%m \"(%Y"),b:text,c:enum(x, "y,z"),d:u64`)
	if columns := layout.Columns(); !reflect.DeepEqual(columns, []string{"a", "b", "c", "d"}) {
		t.Errorf("%q of %s", columns, layout.Schema())
	}
	if width, ok := layout.KeyWidth(); ok || width != 0 {
		t.Errorf("%d", width)
	}
	if width, ok := open(t, prefixed, "").KeyWidth(); !ok || width != 17 {
		t.Errorf("%d", width)
	}
	for name, kind := range map[string]string{"a(b": "u64", "a,b": "u64", `a"b`: "u64", "a:b": "time(ms)", "user-id": "enum(\"a`b\", c)"} {
		quoted := open(t, "{`"+name+"`:u64}{c:u8}", "`"+name+"`:"+kind+",c:u64")
		if columns := quoted.Columns(); !reflect.DeepEqual(columns, []string{name, "c"}) {
			t.Errorf("%q of %s", columns, quoted.Schema())
		}
	}
	if implied := open(t, "{md5(host) % 10:02d}{ts:u64}", "").Schema(); implied != "host:text,ts:i64" {
		t.Error(implied)
	}
}

func TestDecodedValuesHaveGoTypes(t *testing.T) {
	layout := open(t, "{u:u64}{i:i64}{f:f64}{g:f32}{t:i64}{e:i64}{p:i64}{o:u8}{n:u8}{v:u32}{id}{a}{w}{null_last(z):u8}{coalesce(z, 0):u8}{md5(h)}|{s}",
		"u:u64,i:i64,f:f64,g:f32,t:time(us),e:epoch(s),p:decimal(2),o:bool,n:enum(x, y),v:ipv4,id:uuid,a:ip,w:bytes(2),z:u64,h:text,s:text")
	at := time.Date(2024, 2, 29, 12, 0, 0, 125000, time.UTC)
	given := []any{
		uint64(7), int64(-7), -2.5, float32(0.1), at, at.Truncate(time.Second), rowkey.Decimal{Unscaled: 125, Scale: 1}, true,
		"y", netip.MustParseAddr("10.0.0.1"), id, netip.MustParseAddr("2001:db8::1"), []byte("ab"), nil, "hashed", "zoë",
	}
	key, err := layout.Key(given...)
	if err != nil {
		t.Fatal(err)
	}
	record, err := layout.DecodeKey(key)
	if err != nil {
		t.Fatal(err)
	}
	expected := map[string]any{}
	for i, name := range layout.Columns() {
		if expected[name] = given[i]; name == "h" {
			delete(expected, name)
		}
	}
	expected["p"], expected["n"] = rowkey.Decimal{Unscaled: 1250, Scale: 2}, rowkey.Code(1)
	if !reflect.DeepEqual(record, expected) {
		t.Errorf("%#v\nexpected %#v", record, expected)
	}
}

func TestSizes(t *testing.T) {
	layout := open(t, "{a}|{b:u8}", "a:text,b:u64")
	long := strings.Repeat("x", 1<<21) // more than is kept of a call's buffers
	key, err := layout.Key(long, 7)
	if err != nil || string(key) != long+"|\x07" {
		t.Errorf("%d bytes, %v", len(key), err)
	}
	record, err := layout.DecodeKey(key)
	if err != nil || record["a"] != long || record["b"] != uint64(7) {
		t.Errorf("%d columns, %v", len(record), err)
	}
	var keys rowkey.Keys
	for _, rows := range []int{0, 1, 3, 0, 9, 2} {
		texts, numbers := make([]string, rows), make([]uint8, rows)
		for i := range texts {
			texts[i], numbers[i] = long[:i*1000], uint8(i)
		}
		if err := layout.Encode(&keys, texts, numbers); err != nil || keys.Len() != rows {
			t.Fatalf("%d of %d rows: %v", keys.Len(), rows, err)
		}
		var columns []rowkey.Column
		for range [2]struct{}{} {
			if columns, err = layout.Decode(&keys, columns); err != nil {
				t.Fatal(err)
			}
			back := columns[0].Values.(rowkey.Texts)
			if back.Len() != rows || len(columns[1].Values.([]uint64)) != rows {
				t.Fatalf("%d rows come back of %d", back.Len(), rows)
			}
			for i, text := range texts {
				if string(back.At(i)) != text || string(keys.Key(i)) != text+"|"+string([]byte{byte(i)}) {
					t.Fatalf("row %d", i)
				}
			}
		}
	}
	constant := open(t, "key{1:u8}", "")
	if key, err := constant.Key(); err != nil || string(key) != "key\x01" {
		t.Errorf("%q, %v", key, err)
	}
	if err := constant.Encode(&keys); err == nil {
		t.Error("a batch without columns")
	}
}

func TestRandomNumbersGoOn(t *testing.T) {
	layout := open(t, "{random():u64}{a:u8}", "a:u64")
	whole, parts := rowkey.Keys{}, rowkey.Keys{}
	if err := layout.Encode(&whole, make([]int, 10)); err != nil {
		t.Fatal(err)
	}
	layout = open(t, "{random():u64}{a:u8}", "a:u64")
	var all []byte
	for _, rows := range []int{3, 0, 7} {
		if err := layout.Encode(&parts, make([]int, rows)); err != nil {
			t.Fatal(err)
		}
		all = append(all, parts.Bytes...)
	}
	if !bytes.Equal(all, whole.Bytes) {
		t.Errorf("%x, expected %x", all, whole.Bytes)
	}
}

// ---- Goroutines, and the garbage collector ----

func TestManyGoroutines(t *testing.T) {
	layout := open(t, "{md5(host) % 1000:03d}|{host}|{ts:u64}", "host:text,ts:u64")
	hosts, stamps := texts(), ids()
	var expected rowkey.Keys
	if err := layout.Encode(&expected, hosts, stamps); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var collector, workers sync.WaitGroup
	collector.Add(1)
	go func() {
		defer collector.Done()
		for {
			select {
			case <-done:
				return
			default:
				runtime.GC()
			}
		}
	}()
	for worker := 0; worker < 24; worker++ { // more than have their working memory ready
		workers.Add(1)
		go func(worker int) {
			defer workers.Done()
			var keys rowkey.Keys
			var columns []rowkey.Column
			for i := 0; i < 20; i++ {
				// Slices that nothing else holds: only the call keeps them alive.
				err := layout.Encode(&keys, append([]string(nil), hosts...), append([]uint64(nil), stamps...))
				if err != nil || !bytes.Equal(keys.Bytes, expected.Bytes) {
					t.Errorf("other keys: %v", err)
					return
				}
				if columns, err = layout.Decode(&keys, columns); err != nil || !reflect.DeepEqual(columns[1].Values, stamps) {
					t.Errorf("other columns: %v", err)
					return
				}
				row := (worker*20 + i) % batchRows
				if key, err := layout.Key(hosts[row], stamps[row]); err != nil || !bytes.Equal(key, expected.Key(row)) {
					t.Errorf("another key: %x, %v", key, err)
				}
				var why *rowkey.Error
				if _, err := layout.Key(hosts[row], -1); !errors.As(err, &why) || why.Column != 1 {
					t.Errorf("another error: %v", err)
				}
			}
		}(worker)
	}
	workers.Wait()
	close(done)
	collector.Wait()
}

// residentPages returns how much memory the process has, that of C included.
func residentPages(t *testing.T) (pages int) {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	if _, err := fmt.Sscan(strings.Fields(string(statm))[1], &pages); err != nil {
		t.Fatal(err)
	}
	return pages
}

func TestLayoutsAreCollected(t *testing.T) {
	use := func(count int) int {
		for i := 0; i < count; i++ {
			layout := open(t, prefixed, "")
			if _, err := layout.Key(i); err != nil {
				t.Fatal(err)
			}
			if i%100 == 0 {
				runtime.GC()
			}
		}
		return residentPages(t)
	}
	first, then := use(500), use(10000)
	if grown := (then - first) * os.Getpagesize(); grown > 60<<20 { // 10,000 that stay have 140 MB
		t.Errorf("%d bytes more after 10,000 layouts", grown)
	}
}

func TestKeysCostNoAllocation(t *testing.T) {
	layout := open(t, "{md5(host) % 1000:03d}|{host}|{ts:u64}", "host:text,ts:u64")
	key, host, stamp := make([]byte, 0, 100), strings.Repeat("h", 20), uint64(1700000000)
	if cost := testing.AllocsPerRun(1000, func() {
		if _, err := layout.AppendKey(key, host, stamp); err != nil {
			t.Fatal(err)
		}
	}); cost >= 1 && !raceEnabled && !strings.HasPrefix(runtime.Version(), "go1.21") { // whose cgo allocates 8 bytes itself
		t.Errorf("%v allocations", cost)
	}
}
