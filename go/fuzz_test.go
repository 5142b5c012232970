package rowkey_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	rowkey "github.com/rowkey/rowkey/go"
)

// Any template, schema and values make keys or an *Error; batches and single calls agree, and what a key gives back
// makes it again.
func FuzzLayout(f *testing.F) {
	for _, l := range layouts {
		f.Add(l[0], l[1], "web-1", int64(1700000000), 0.5, []byte("072|web-1|"))
	}
	f.Add("{(s):i64}{t:~i64}", "", "7", int64(0), 0.5, []byte(nil))
	f.Fuzz(func(t *testing.T, template, schema, text string, number int64, float float64, key []byte) {
		if strings.Contains(template+schema, "uid(") { // a file of names, which may be any file
			return
		}
		layout, err := rowkey.Compile(template, schema)
		if err != nil {
			checkIsError(t, err)
			return
		}
		if _, err := layout.DecodeKey(key); err != nil {
			checkIsError(t, err)
		}
		if _, err := layout.Decode(rowkey.KeysOf(key, key), nil); err != nil {
			checkIsError(t, err)
		}
		values, columns := make([]any, len(layout.Columns())), make([]any, len(layout.Columns()))
		for i := range values {
			switch (uint64(number) >> (i % 32 * 2)) % 4 {
			case 0:
				values[i], columns[i] = text, []string{text}
			case 1:
				values[i], columns[i] = number, []int64{number}
			case 2:
				values[i], columns[i] = float, []float64{float}
			case 3:
				values[i], columns[i] = key, [][]byte{key}
			}
		}
		made, err := layout.Key(values...)
		if err != nil {
			checkIsError(t, err)
		}
		if len(columns) == 0 || isRandom.MatchString(template) {
			return
		}
		var keys rowkey.Keys
		batchErr := layout.Encode(&keys, columns...)
		if (batchErr == nil) != (err == nil) || err == nil && !bytes.Equal(keys.Key(0), made) {
			t.Fatalf("one: %x, %v; a batch: %x, %v", made, err, keys.Bytes, batchErr)
		}
		if err != nil {
			return
		}
		back, err := layout.Decode(&keys, nil)
		if err != nil {
			checkIsError(t, err) // a key that could be another's
			return
		}
		for i := range back {
			if back[i].Kept {
				columns[i] = back[i]
			}
		}
		var again rowkey.Keys
		if err := layout.Encode(&again, columns...); err != nil || !bytes.Equal(again.Key(0), made) {
			t.Fatalf("%x came back as %x, %v", made, again.Bytes, err)
		}
	})
}

func checkIsError(t *testing.T, err error) {
	t.Helper()
	var why *rowkey.Error
	if !errors.As(err, &why) || why.Text == "" {
		t.Fatalf("%#v", err)
	}
}
