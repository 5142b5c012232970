// Package flat calls the C library by include/rowkey/flat.h, and bundles it: see generate.go.
//
// Words of addresses hide Go's memory from the garbage collector and from the checks of cgo. What they point to must
// be pinned while a call lasts: Pin makes them.
package flat

// #include <rowkey/flat.h>
// #include <rowkey/values.h>
import "C"

import (
	"runtime"
	"unsafe"
)

// Words of a column and of keys.
const (
	ColumnWords = C.ROWKEY_FLAT_COLUMN
	KeysWords   = C.ROWKEY_FLAT_KEYS
)

// Tags of values: a kind, a form and a detail.
const (
	Null      = C.ROWKEY_KIND_NULL
	Integer   = C.ROWKEY_KIND_INTEGER
	Float     = C.ROWKEY_KIND_FLOAT
	Decimal   = C.ROWKEY_KIND_DECIMAL
	Instant   = C.ROWKEY_KIND_INSTANT
	Bool      = C.ROWKEY_KIND_BOOL
	Text      = C.ROWKEY_KIND_TEXT
	Bytes     = C.ROWKEY_KIND_BYTES
	UUID      = C.ROWKEY_KIND_UUID
	Kept      = C.ROWKEY_KIND_KEPT
	I8        = C.ROWKEY_FORM_I8 << 8
	I16       = C.ROWKEY_FORM_I16 << 8
	I32       = C.ROWKEY_FORM_I32 << 8
	I64       = C.ROWKEY_FORM_I64 << 8
	U8        = C.ROWKEY_FORM_U8 << 8
	U16       = C.ROWKEY_FORM_U16 << 8
	U32       = C.ROWKEY_FORM_U32 << 8
	U64       = C.ROWKEY_FORM_U64 << 8
	F32       = C.ROWKEY_FORM_F32 << 8
	F64       = C.ROWKEY_FORM_F64 << 8
	Seconds   = C.ROWKEY_SECONDS << 16
	Millis    = C.ROWKEY_MILLISECONDS << 16
	Micros    = C.ROWKEY_MICROSECONDS << 16
	Nanos     = C.ROWKEY_NANOSECONDS << 16
	TextLimit = 1<<32 - 1 // bytes of one text
)

// Space is the status of a call that had too little room.
const Space = C.ROWKEY_ERROR_SPACE

// Call receives what a call says besides its status. It holds no pointer, so that C may write it.
type Call struct {
	Length uint64 // of a key or record, or of all keys; what is enough after Space
	Why    [3*8 + C.ROWKEY_ERROR_TEXT_SIZE]byte
}

// Handle is a layout that is compiled.
type Handle struct{ flat *C.rowkey_flat }

func address(bytes []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(bytes)) }

func words(words []uint64) *C.uint64_t { return (*C.uint64_t)(unsafe.SliceData(words)) }

func (c *Call) length() *C.uint64_t { return (*C.uint64_t)(&c.Length) }

func (c *Call) why() *C.uint8_t { return (*C.uint8_t)(&c.Why[0]) }

// Pin returns the address of a slice's memory, or 0 if it is empty. The memory stays alive and where it is until pinner
// is unpinned.
func Pin[T any](pinner *runtime.Pinner, values []T) uint64 {
	if len(values) == 0 {
		return 0
	}
	first := unsafe.SliceData(values)
	pinner.Pin(first)
	return uint64(uintptr(unsafe.Pointer(first)))
}

// Open compiles a template for the columns of a schema.
func Open(text, schema string, call *Call) (Handle, int32) {
	var handle Handle
	var flat *C.rowkey_flat
	status := C.rowkey_flat_open(unsafe.Pointer(unsafe.StringData(text)), C.size_t(len(text)),
		unsafe.Pointer(unsafe.StringData(schema)), C.size_t(len(schema)), &flat, call.why(), C.size_t(len(call.Why)))
	handle.flat = flat
	return handle, int32(status)
}

// Free ends a handle that no call uses.
func (h Handle) Free() { C.rowkey_flat_free(h.flat) }

// Schema returns the columns of records, in their order.
func (h Handle) Schema() string {
	text := make([]byte, C.rowkey_flat_schema(h.flat, nil, 0))
	C.rowkey_flat_schema(h.flat, (*C.uint8_t)(address(text)), C.size_t(len(text)))
	return string(text)
}

// KeyWidth returns the bytes of every key, or false where they differ.
func (h Handle) KeyWidth() (uint64, bool) {
	width := uint64(C.rowkey_flat_key_width(h.flat))
	return width, width != 1<<64-1
}

// Key encodes one record.
func (h Handle) Key(record, key []byte, call *Call) int32 {
	return int32(C.rowkey_flat_key(h.flat, address(record), C.size_t(len(record)), address(key), C.size_t(len(key)),
		call.length(), call.why(), C.size_t(len(call.Why))))
}

// Record decodes one key.
func (h Handle) Record(key, record []byte, call *Call) int32 {
	return int32(C.rowkey_flat_record(h.flat, address(key), C.size_t(len(key)), address(record),
		C.size_t(len(record)), call.length(), call.why(), C.size_t(len(call.Why))))
}

// Encode encodes records that lie in columns, of ColumnWords each, into keys, of KeysWords.
func (h Handle) Encode(columns []uint64, rows int, first uint64, keys []uint64, call *Call) int32 {
	return int32(C.rowkey_flat_encode(h.flat, words(columns), C.size_t(len(columns)/ColumnWords), C.size_t(rows),
		C.uint64_t(first), words(keys), call.length(), call.why(), C.size_t(len(call.Why))))
}

// Decode decodes keys, of KeysWords, into columns, of ColumnWords each.
func (h Handle) Decode(keys []uint64, rows int, columns []uint64, call *Call) int32 {
	return int32(C.rowkey_flat_decode(h.flat, words(keys), C.size_t(rows), words(columns),
		C.size_t(len(columns)/ColumnWords), call.why(), C.size_t(len(call.Why))))
}
