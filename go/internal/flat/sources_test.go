package flat_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// No source of the library is missing here, and none is here that the library no longer has.
func TestFilesAreGenerated(t *testing.T) {
	folder := t.TempDir()
	if out, err := exec.Command("go", "run", "generate.go", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	here, there := read(t, "."), read(t, folder)
	if len(here) < 100 {
		t.Fatalf("%d files", len(here))
	}
	for name, text := range there {
		if !bytes.Equal(here[name], text) {
			t.Errorf("%s is missing or old: run go generate ./go/...", name)
		}
	}
	for name := range here {
		if there[name] == nil {
			t.Errorf("%s stands for no source: run go generate ./go/...", name)
		}
	}
}

func read(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = text
	}
	return files
}
