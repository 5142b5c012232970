package rowkey_test

import (
	"errors"
	"fmt"
	"log"
	"time"

	rowkey "github.com/rowkey/rowkey/go"
)

func ExampleLayout_Key() {
	layout := rowkey.MustCompile("{md5(host) % 1000:03d}|{host}|{ts:i64}", "host:text,ts:time(ms)")
	key, err := layout.Key("web-1", time.Date(2024, 3, 1, 12, 30, 0, 0, time.UTC))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%q\n", key)
	// Output: "072|web-1|\x80\x00\x01\x8d\xf9\xfe)@"
}

func ExampleLayout_AppendKey() {
	layout := rowkey.MustCompile("{md5(id) % 1000000:07d}{id:010d}", "id:u64")
	var key []byte
	for id := 1; id <= 3; id++ {
		var err error
		if key, err = layout.AppendKey(key[:0], id); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s\n", key)
	}
	// Output:
	// 00884110000000001
	// 04792120000000002
	// 08808830000000003
}

func ExampleLayout_Encode() {
	layout := rowkey.MustCompile("{md5(host) % 1000:03d}|{host}|{ts:u64}", "host:text,ts:u64")
	var keys rowkey.Keys // use it again for the next batch
	err := layout.Encode(&keys, []string{"web-1", "web-2"}, []int64{1700000000, 1700000001})
	if err != nil {
		log.Fatal(err)
	}
	for i := 0; i < keys.Len(); i++ {
		fmt.Printf("%q\n", keys.Key(i))
	}
	// Output:
	// "072|web-1|\x00\x00\x00\x00eS\xf1\x00"
	// "947|web-2|\x00\x00\x00\x00eS\xf1\x01"
}

func ExampleLayout_Decode() {
	layout := rowkey.MustCompile("{host}|{ts:u64}", "host:text,ts:u64")
	keys := rowkey.KeysOf([]byte("web-1|\x00\x00\x00\x00eS\xf1\x00"), []byte("web-2|\x00\x00\x00\x00eS\xf1\x01"))
	columns, err := layout.Decode(keys, nil) // give the columns again with the next batch
	if err != nil {
		log.Fatal(err)
	}
	hosts, times := columns[0].Values.(rowkey.Texts), columns[1].Values.([]uint64)
	for i, stamp := range times {
		fmt.Printf("%s %d\n", hosts.At(i), stamp)
	}
	// Output:
	// web-1 1700000000
	// web-2 1700000001
}

func ExampleBlobs() {
	layout := rowkey.MustCompile("{c}", "c:hex")
	sideBySide, offsets := []byte("6162"), []uint64{0, 2, 4}
	var asText, asBytes rowkey.Keys
	if err := layout.Encode(&asText, rowkey.Texts{Bytes: sideBySide, Offsets: offsets}); err != nil {
		log.Fatal(err)
	}
	if err := layout.Encode(&asBytes, rowkey.Blobs{Bytes: sideBySide, Offsets: offsets}); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%q %q\n", asText.Key(0), asBytes.Key(0))
	// Output: "a" "61"
}

func ExampleLayout_DecodeKey() {
	layout := rowkey.MustCompile("{md5(host) % 1000:03d}|{host}|{ts:u64}", "host:text,ts:u64")
	record, err := layout.DecodeKey([]byte("072|web-1|\x00\x00\x00\x00eS\xf1\x00"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(record)
	// Output: map[host:web-1 ts:1700000000]
}

func ExampleError() {
	layout := rowkey.MustCompile("{id:u8}", "id:u64")
	var keys rowkey.Keys
	err := layout.Encode(&keys, []int{7, 300})
	var why *rowkey.Error
	if errors.As(err, &why) {
		fmt.Printf("row %d, column %s\n%v\n", why.Row, why.ColumnName, err)
	}
	_, err = rowkey.Compile("{md6(id)}", "id:u64")
	if errors.As(err, &why) {
		fmt.Println("byte", why.Offset)
	}
	// Output:
	// row 1, column id
	// rowkey: row 1: id = 300 does not fit {id:u8} (column id, at most 255)
	// byte 1
}

func ExampleKeys() {
	layout := rowkey.MustCompile("{id:u8}|{host}", "id:u64,host:text")
	keys := rowkey.Keys{Bad: rowkey.NullForBad}
	hosts := rowkey.Column{Values: []string{"a", "b", ""}, Valid: []bool{true, true, false}}
	if err := layout.Encode(&keys, []int{7, 300, 9}, hosts); err != nil {
		log.Fatal(err)
	}
	for i := 0; i < keys.Len(); i++ {
		fmt.Printf("%q ", keys.Key(i))
	}
	// Output: "\a|a" "" ""
}
