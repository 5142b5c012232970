package rowkey

import (
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rowkey/rowkey/go/internal/flat"
)

// Layout is a compiled template. All methods may be called by many goroutines at the same time; up to 16 of them
// find their working memory ready.
type Layout struct {
	handle  flat.Handle
	schema  string
	columns []column
	width   int           // of every key, or -1
	rows    atomic.Uint64 // that batches have encoded: random() counts them

	keptOnce sync.Once
	kept     []uint32 // the tag of each column as decoding gives it, 0 where it does not
}

type column struct{ name, declared string }

// Compile compiles a template such as "{md5(id) % 1000:03d}|{id}", or the name of a known design such as
// "@phoenix-salted(buckets=16)", for the columns of a schema such as "id:u64,ts:time(ms)". The template implies the
// columns that the schema leaves out; their order is that of Columns. An error is an *Error, which shows the place.
//
// The collector frees what C holds of a Layout, 14 KB or more that it does not see: keep a Layout that is used again.
func Compile(template, schema string) (*Layout, error) {
	s := takeScratch()
	defer s.give()
	handle, status := flat.Open(template, schema, &s.call)
	if status != 0 {
		return nil, s.err(nil)
	}
	l := &Layout{handle: handle, schema: handle.Schema(), width: -1}
	l.columns = parseSchema(l.schema)
	if width, ok := handle.KeyWidth(); ok {
		l.width = int(width)
	}
	runtime.SetFinalizer(l, func(l *Layout) { l.handle.Free() })
	return l, nil
}

// MustCompile is Compile for templates that are known to be right: it panics otherwise.
func MustCompile(template, schema string) *Layout {
	l, err := Compile(template, schema)
	if err != nil {
		panic(err)
	}
	return l
}

// Schema returns the columns, in their order, with their types: "host:text,ts:time(ms)".
func (l *Layout) Schema() string { return l.schema }

// Columns returns the names of the columns, in the order in which Key and Encode take them.
func (l *Layout) Columns() []string {
	names := make([]string, len(l.columns))
	for i := range l.columns {
		names[i] = l.columns[i].name
	}
	return names
}

// KeyWidth returns the bytes of every key, or false where keys differ in length.
func (l *Layout) KeyWidth() (int, bool) { return max(l.width, 0), l.width >= 0 }

// Key returns the row key of one record: a value for each of Columns. See the package's comment for what values may
// be. An error is an *Error.
func (l *Layout) Key(values ...any) ([]byte, error) { return l.AppendKey(nil, values...) }

// AppendKey appends the key of Key to dst. It allocates nothing if dst has room, but for 8 bytes with Go 1.21. After an
// error it returns dst unchanged.
func (l *Layout) AppendKey(dst []byte, values ...any) ([]byte, error) {
	s := takeScratch()
	defer s.give()
	if err := l.putRecord(s, values); err != nil {
		return dst, err
	}
	for {
		status := l.handle.Key(s.record, s.key, &s.call)
		runtime.KeepAlive(l)
		switch status {
		case 0:
			return append(dst, s.key[:s.call.Length]...), nil
		case flat.Space:
			s.key = make([]byte, s.call.Length)
		default:
			return dst, s.errOne(l)
		}
	}
}

// scratch is what one call needs. C writes into call, record and key, which hold no pointers.
type scratch struct {
	call        flat.Call
	record, key []byte
	words       []uint64
	bits        []byte
	texts       []Texts // of columns that are copied
	pinner      runtime.Pinner
}

var scratches = sync.Pool{New: func() any { return &scratch{key: make([]byte, 256)} }}

// Buffers of more bytes are left to the garbage collector.
const largestKept = 1 << 20

func takeScratch() *scratch { return scratches.Get().(*scratch) }

func (s *scratch) give() {
	size := cap(s.record) + cap(s.key) + 8*cap(s.words) + cap(s.bits)
	for _, t := range s.texts[:cap(s.texts)] {
		size += cap(t.Bytes) + 8*cap(t.Offsets)
	}
	if size <= largestKept {
		scratches.Put(s)
	}
}

// parseSchema cuts the text that C has written: names and types with a colon between them and commas between columns.
func parseSchema(schema string) []column {
	var columns []column
	for schema != "" {
		depth, quoted, end := 0, false, 0
		for ; end < len(schema); end++ {
			switch c := schema[end]; {
			case c == '\\' && quoted && depth > 0:
				end++
			case c == '`' && depth == 0, c == '"' && depth > 0: // of a name, and of what stands in brackets
				quoted = !quoted
			case quoted:
			case c == '(':
				depth++
			case c == ')':
				depth--
			}
			if end < len(schema) && schema[end] == ',' && depth == 0 && !quoted {
				break
			}
		}
		end = min(end, len(schema))
		name, declared, isQuoted := strings.Cut(strings.TrimPrefix(schema[:end], "`"), "`:")
		if !isQuoted {
			name, declared, _ = strings.Cut(schema[:end], ":")
		}
		columns = append(columns, column{name, declared})
		schema = strings.TrimPrefix(schema[end:], ",")
	}
	return columns
}
