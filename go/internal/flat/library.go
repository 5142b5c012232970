//go:build !rowkey_pkgconfig

package flat

//go:generate go run generate.go

// #cgo CFLAGS: -std=c11 -O3 -fvisibility=hidden -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -DROWKEY_STATIC
// #cgo CFLAGS: -DROWKEY_EXPERIMENTAL -I${SRCDIR}/../../../include -I${SRCDIR}/../../.. -I${SRCDIR}/../../../src
// #cgo CFLAGS: -I${SRCDIR}/../../../src/shared
// #cgo LDFLAGS: -lm
import "C"
