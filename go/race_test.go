//go:build race

package rowkey_test

// The race detector lets pools forget.
const raceEnabled = true
