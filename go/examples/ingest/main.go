// Ingest makes sorted files of keys and values, such as bulk loads of a store want them, from the batches of a queue.
//
//	go run ./go/examples/ingest -messages 1000000 -out /tmp/runs
//
// A goroutine for each partition of the queue fills columns, encodes 4,096 messages in one call, and writes a run of
// sorted rows when it has enough. Messages without a key are counted, not lost in silence. The queue here makes its
// messages itself; a client of Kafka or NATS takes its place.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	rowkey "github.com/rowkey/rowkey/go"
)

const batchRows = 4096

// All goroutines share the layout: devices are spread over the table, and each one's readings lie together, the latest
// first.
var layout = rowkey.MustCompile("{murmur3_32(device) & 255:u8}{device}|{9223372036854775807 - ts:u64}",
	"device:text,ts:time(ms)")

// message is what a partition delivers. Some devices forget to say their name.
type message struct {
	device string
	at     time.Time
	value  float64
}

// receive stands for the poll of a queue's client: the next messages of a partition, none at its end.
func receive(partition, offset, messages int, into []message) []message {
	into = into[:0]
	for n := offset; n < min(offset+batchRows, messages); n++ {
		m := message{fmt.Sprintf("meter-%d-%04d", partition, n%1000), time.UnixMilli(1700000000000 + int64(n)*250), float64(n%977) / 10}
		if n%10007 == 10006 {
			m.device = ""
		}
		into = append(into, m)
	}
	return into
}

// run is rows that become a file: keys side by side, and what belongs to them.
type run struct {
	keys   [][]byte
	values []float64
}

// write writes the rows in the order of their keys. The file has its name when it is complete.
func (r *run) write(path string) error {
	order := make([]int, len(r.keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return bytes.Compare(r.keys[a], r.keys[b]) })
	file, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	for _, row := range order {
		fmt.Fprintf(out, "%s\t%g\n", hex.EncodeToString(r.keys[row]), r.values[row])
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// consume turns a partition into runs, and returns how many messages had no key.
func consume(partition, messages, runRows int, folder string) (without int, err error) {
	keys := rowkey.Keys{Bad: rowkey.NullForNulls} // of all batches
	devices, named, times := make([]string, 0, batchRows), make([]bool, 0, batchRows), make([]time.Time, 0, batchRows)
	var batch []message
	var rows run
	for offset, runs := 0, 0; ; offset += len(batch) {
		batch = receive(partition, offset, messages, batch)
		if len(rows.keys) >= runRows || len(batch) == 0 && len(rows.keys) > 0 {
			if err := rows.write(filepath.Join(folder, fmt.Sprintf("%d-%04d.tsv", partition, runs))); err != nil {
				return without, err
			}
			rows, runs = run{}, runs+1
		}
		if len(batch) == 0 {
			return without, nil
		}
		devices, named, times = devices[:0], named[:0], times[:0]
		for _, m := range batch {
			devices, named, times = append(devices, m.device), append(named, m.device != ""), append(times, m.at)
		}
		if err := layout.Encode(&keys, rowkey.Column{Values: devices, Valid: named}, times); err != nil {
			return without, fmt.Errorf("partition %d, messages from %d: %w", partition, offset, err)
		}
		all := bytes.Clone(keys.Bytes) // the next batch takes that memory
		for i, at := 0, 0; i < keys.Len(); i++ {
			key := keys.Key(i)
			if keys.IsNull(i) {
				without++
				continue
			}
			rows.keys = append(rows.keys, all[at:at+len(key)])
			rows.values = append(rows.values, batch[i].value)
			at += len(key)
		}
	}
}

func ingest(partitions, messages, runRows int, folder string) (int64, error) {
	var without atomic.Int64
	errs := make([]error, partitions)
	var partition sync.WaitGroup
	for i := range errs {
		partition.Add(1)
		go func(i int) {
			defer partition.Done()
			count, err := consume(i, messages, runRows, folder)
			without.Add(int64(count))
			errs[i] = err
		}(i)
	}
	partition.Wait()
	for _, err := range errs {
		if err != nil {
			return without.Load(), err
		}
	}
	return without.Load(), nil
}

func main() {
	log.SetFlags(0)
	partitions := flag.Int("partitions", 4, "partitions of the queue")
	messages := flag.Int("messages", 100000, "messages of each partition")
	runRows := flag.Int("run", 1<<18, "rows of a file, or a batch more")
	folder := flag.String("out", ".", "folder of the files")
	flag.Parse()
	start := time.Now()
	without, err := ingest(*partitions, *messages, *runRows, *folder)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("%d messages in %v, %d of them without a device", *partitions**messages, time.Since(start), without)
}
