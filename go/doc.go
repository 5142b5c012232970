// Package rowkey makes row keys for sorted, sharded stores such as HBase, Bigtable and Accumulo. A design is one line of
// text, a layout, and Layout makes its keys: of one record with Key, of batches with Encode; DecodeKey and Decode give
// the columns back. The keys are those of rowkey's command-line tool and of its other packages, byte for byte.
//
// # Values
//
// A value is converted by what it is, exactly or with an error that names row and column:
//
//	Go                          columns that take it
//	integers                    u64, i64; f64, f32 that hold it exactly; decimal(N): 12 is 12.00; time(U), epoch(U) as
//	                            a count of U; ipv4; bool, if it is 0 or 1
//	float64, float32            f64; f32 that holds it exactly; u64, i64 if it is whole
//	bool                        bool
//	time.Time                   time(U), epoch(U), if no digit is lost
//	Decimal                     decimal(N), if no digit is lost; u64, i64 if it is whole
//	string                      every type, as the tool reads the text: "2024-03-01", "12.50", "10.0.0.1"
//	[]byte                      text, bytes(N); the bytes of uuid, ip, ipv4, hex, base64
//	[16]byte, uuid.UUID         uuid, bytes(16)
//	netip.Addr                  ip, ipv4
//	Code                        enum, uid
//	nil                         every type: an error, unless the template replaces it: coalesce(host, "none")
//
// Types that are defined as one of those, such as type UserID uint64, are taken by Key. For batches, convert the slice.
// A slice makes the keys that its elements make one by one; Texts are a slice of string, Blobs one of []byte, Decimals
// one of Decimal.
//
// # Building
//
// The package bundles the C library and needs cgo and a C compiler (Debian: gcc libc6-dev). The first build compiles the
// library; later ones take it from Go's cache. With the build tag
// rowkey_pkgconfig the package links an installed librowkey instead, which pkg-config finds.
package rowkey
