package main

import (
	"bufio"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// All messages but those without a device are in the files, sorted, and their keys give the devices back.
func TestIngest(t *testing.T) {
	folder := t.TempDir()
	const partitions, messages = 2, 25000
	without, err := ingest(partitions, messages, 10000, folder)
	if err != nil || without != 4 {
		t.Fatalf("%d messages without a device, %v", without, err)
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(paths) != 6 {
		t.Fatalf("%q, %v", paths, err)
	}
	rows := 0
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		last := ""
		for lines := bufio.NewScanner(file); lines.Scan(); rows++ {
			text, _, _ := strings.Cut(lines.Text(), "\t")
			if text < last {
				t.Fatalf("%s: %s stands after %s", path, text, last)
			}
			last = text
			key, err := hex.DecodeString(text)
			if err != nil {
				t.Fatal(err)
			}
			record, err := layout.DecodeKey(key)
			if device, _ := record["device"].(string); err != nil || !strings.HasPrefix(device, "meter-"+filepath.Base(path)[:1]) {
				t.Fatalf("%s: %v, %v", path, record, err)
			}
		}
	}
	if rows != partitions*messages-4 {
		t.Errorf("%d rows", rows)
	}
}
