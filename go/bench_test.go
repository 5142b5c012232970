package rowkey_test

import (
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"testing"

	rowkey "github.com/rowkey/rowkey/go"
)

const (
	prefixed  = "{md5(id) % 1000000:07d}{id:010d}"
	batchRows = 4096
)

func ids() []uint64 {
	ids := make([]uint64, batchRows)
	for i := range ids {
		ids[i] = uint64(i) * 7919
	}
	return ids
}

func perSecond(b *testing.B, rows int) {
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mkeys/s")
}

func BenchmarkEncode(b *testing.B) {
	layout := rowkey.MustCompile(prefixed, "id:u64")
	var keys rowkey.Keys
	ids := ids()
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		if err := layout.Encode(&keys, ids); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b, batchRows)
}

func texts() []string {
	texts := make([]string, batchRows)
	for i := range texts {
		texts[i] = "host-" + strconv.Itoa(i*7919) + ".example.com"
	}
	return texts
}

func BenchmarkEncodeTexts(b *testing.B) {
	layout := rowkey.MustCompile("{md5(host) % 1000:03d}|{host}|{ts:u64}", "")
	texts, ids := texts(), ids()
	gathered := rowkey.Texts{Offsets: []uint64{0}}
	for _, text := range texts {
		gathered.Bytes = append(gathered.Bytes, text...)
		gathered.Offsets = append(gathered.Offsets, uint64(len(gathered.Bytes)))
	}
	for name, column := range map[string]any{"strings": texts, "Texts": gathered} {
		b.Run(name, func(b *testing.B) {
			var keys rowkey.Keys
			b.ReportAllocs()
			for i := 0; i < b.N; i++ {
				if err := layout.Encode(&keys, column, ids); err != nil {
					b.Fatal(err)
				}
			}
			perSecond(b, batchRows)
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	layout := rowkey.MustCompile(prefixed, "id:u64")
	var keys rowkey.Keys
	if err := layout.Encode(&keys, ids()); err != nil {
		b.Fatal(err)
	}
	var columns []rowkey.Column
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		var err error
		if columns, err = layout.Decode(&keys, columns); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b, batchRows)
}

func BenchmarkKey(b *testing.B) {
	layout := rowkey.MustCompile(prefixed, "id:u64")
	var key []byte
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		var err error
		if key, err = layout.AppendKey(key[:0], uint64(i)); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b, 1)
}

// appendByHand is the same key as programs make it without this package.
func appendByHand(key []byte, id uint64) []byte {
	var digits [20]byte
	text := strconv.AppendUint(digits[:0], id, 10)
	digest := md5.Sum(text)
	_, left := bits.Div64(0, binary.BigEndian.Uint64(digest[:8]), 1000000)
	_, left = bits.Div64(left, binary.BigEndian.Uint64(digest[8:]), 1000000)
	return appendPadded(appendPadded(key, left, 7), id, 10)
}

func appendPadded(key []byte, n uint64, width int) []byte {
	var digits [20]byte
	text := strconv.AppendUint(digits[:0], n, 10)
	for i := len(text); i < width; i++ {
		key = append(key, '0')
	}
	return append(key, text...)
}

func BenchmarkByHand(b *testing.B) {
	ids := ids()
	ways := map[string]func([]byte, uint64) []byte{
		"strconv": appendByHand,
		"fmt": func(key []byte, id uint64) []byte {
			digest := md5.Sum([]byte(fmt.Sprint(id)))
			left := new(big.Int).Mod(new(big.Int).SetBytes(digest[:]), big.NewInt(1000000))
			return fmt.Appendf(key, "%07d%010d", left, id)
		},
	}
	layout := rowkey.MustCompile(prefixed, "id:u64")
	for name, way := range ways {
		b.Run(name, func(b *testing.B) {
			if expected, err := layout.Key(ids[1]); err != nil || string(way(nil, ids[1])) != string(expected) {
				b.Fatalf("another key than %q: %v", expected, err)
			}
			var keys []byte
			b.ResetTimer()
			for i := 0; i < b.N; i++ {
				keys = keys[:0]
				for _, id := range ids {
					keys = way(keys, id)
				}
			}
			perSecond(b, batchRows)
		})
	}
}
