//go:build rowkey_pkgconfig

package flat

// #cgo pkg-config: rowkey
import "C"
