//go:build rowkey_pkgconfig

package flat

// #cgo pkg-config: --static rowkey
//
// #include <rowkey/rowkey.h>
//
// /* A major version keeps what this package calls, and a minor version may have added some of it. */
// #if ROWKEY_VERSION_MAJOR != 1 || ROWKEY_VERSION_MINOR < 0
// #error "librowkey >= 1.0, < 2 is needed (without the tag rowkey_pkgconfig the bundled one is compiled)"
// #endif
import "C"
