package rowkey_test

import (
	"bytes"
	"encoding/hex"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	rowkey "github.com/rowkey/rowkey/go"
)

const keptFolder = "../tests/kept_keys/"

// keptKey is a line of the file of keys that never change. The file says what its fields hold.
type keptKey struct {
	layout, schema, record string
	key                    []byte
}

// Lines with a seed or a row are of random(), which numbers keys by itself here.
func keptKeys(t *testing.T) (kept []keptKey) {
	t.Helper()
	text, err := os.ReadFile(keptFolder + "keys.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if fields := strings.Split(line, "\t"); line[0] != '#' && fields[3] == "0" && fields[4] == "0" {
			key, err := hex.DecodeString(fields[5])
			if err != nil {
				t.Fatal(err)
			}
			schema := strings.ReplaceAll(fields[1], "uid(", "uid("+keptFolder)
			kept = append(kept, keptKey{fields[0], schema, fields[2], key})
		}
	}
	if len(kept) < 1000 {
		t.Fatalf("%d keys", len(kept))
	}
	return kept
}

var (
	schemaColumn = regexp.MustCompile(`(\w+):(\w+)(\((?:"[^"]*"|[^")])*\))?`)
	isRandom     = regexp.MustCompile(`random\(\)|^@paper-random|^@hbase-salting`)
	escapedByte  = regexp.MustCompile(`\\x[0-9a-fA-F]{2}`)
)

// values are those of the record in Go's types.
func (k keptKey) values(t *testing.T) []any {
	t.Helper()
	columns := schemaColumn.FindAllStringSubmatch(k.schema, -1)
	texts := strings.Split(k.record, ",")
	if len(columns) != len(texts) {
		t.Fatalf("%+v: %d columns", k, len(columns))
	}
	values := make([]any, len(columns))
	for i, text := range texts {
		if text == `\N` {
			continue
		}
		var err error
		text = escapedByte.ReplaceAllStringFunc(text, func(escape string) string {
			number, _ := strconv.ParseUint(escape[2:], 16, 8)
			return string([]byte{byte(number)})
		})
		switch columns[i][2] {
		case "u64":
			values[i], err = strconv.ParseUint(text, 10, 64)
		case "i64":
			values[i], err = strconv.ParseInt(text, 10, 64)
		case "f64":
			values[i], err = strconv.ParseFloat(text, 64)
		case "f32":
			var number float64
			number, err = strconv.ParseFloat(text, 32)
			values[i] = float32(number)
		case "bytes":
			values[i] = []byte(text)
		default:
			values[i] = text
		}
		if err != nil {
			t.Fatalf("%+v: %v", k, err)
		}
	}
	return values
}

func open(t *testing.T, template, schema string) *rowkey.Layout {
	t.Helper()
	layout, err := rowkey.Compile(template, schema)
	if err != nil {
		t.Fatalf("%s of %s: %v", template, schema, err)
	}
	return layout
}

func TestKeptKeys(t *testing.T) {
	random := 0
	for _, kept := range keptKeys(t) {
		layout, values := open(t, kept.layout, kept.schema), kept.values(t)
		var keys rowkey.Keys
		columns := make([]any, len(values))
		for i, value := range values {
			columns[i] = columnOf([]any{value})
		}
		if err := layout.Encode(&keys, columns...); err != nil || keys.Len() != 1 || !bytes.Equal(keys.Key(0), kept.key) {
			t.Errorf("%+v: a batch has %x, %v", kept, keys.Bytes, err)
		}
		if isRandom.MatchString(kept.layout) {
			random++ // a single key has a number that it shares with none
			continue
		}
		if key, err := layout.Key(values...); err != nil || !bytes.Equal(key, kept.key) {
			t.Errorf("%+v: %x, %v", kept, key, err)
		}
	}
	if random > 40 {
		t.Errorf("%d keys were not tried", random)
	}
}

// What a key gives back makes the key again, of one and of a batch.
func TestKeptKeysComeBack(t *testing.T) {
	back := 0
	for _, kept := range keptKeys(t) {
		layout, values := open(t, kept.layout, kept.schema), kept.values(t)
		if isRandom.MatchString(kept.layout) {
			continue
		}
		record, err := layout.DecodeKey(kept.key)
		if err != nil {
			t.Errorf("%+v: %v", kept, err)
			continue
		}
		columns, err := layout.Decode(rowkey.KeysOf(kept.key), nil)
		if err != nil {
			t.Errorf("%+v: %v", kept, err)
			continue
		}
		given := make([]any, len(values))
		for i, name := range layout.Columns() {
			value, ok := record[name]
			if ok != columns[i].Kept {
				t.Errorf("%+v: %s comes back from one key, or from a batch, alone", kept, name)
			}
			if given[i] = columnOf([]any{values[i]}); ok {
				values[i], given[i] = value, columns[i]
				back++
			}
		}
		if key, err := layout.Key(values...); err != nil || !bytes.Equal(key, kept.key) {
			t.Errorf("%+v: %v make %x, %v", kept, values, key, err)
		}
		var keys rowkey.Keys
		if err := layout.Encode(&keys, given...); err != nil || !bytes.Equal(keys.Key(0), kept.key) {
			t.Errorf("%+v: %v make %x, %v", kept, given, keys.Bytes, err)
		}
	}
	if back < 500 {
		t.Errorf("only %d columns came back", back)
	}
}

// columnOf is the column of values that are all of the type of the first, or nil.
func columnOf(values []any) any {
	column := rowkey.Column{Valid: make([]bool, len(values))}
	var sample any
	for i, value := range values {
		if column.Valid[i] = value != nil; sample == nil {
			sample = value
		}
	}
	switch sample.(type) {
	case uint64:
		column.Values = slice[uint64](values)
	case int64:
		column.Values = slice[int64](values)
	case float64:
		column.Values = slice[float64](values)
	case float32:
		column.Values = slice[float32](values)
	case []byte:
		column.Values = slice[[]byte](values)
	default:
		column.Values = slice[string](values)
	}
	return column
}

func slice[T any](values []any) []T {
	slice := make([]T, len(values))
	for i, value := range values {
		if value != nil {
			slice[i] = value.(T)
		}
	}
	return slice
}
