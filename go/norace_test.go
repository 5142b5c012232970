//go:build !race

package rowkey_test

const raceEnabled = false
