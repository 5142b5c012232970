package rowkey

import (
	"bytes"
	"fmt"
)

// Error says what is wrong with a template, a schema, a value or a key, and where. All errors of this package are
// of this type: take it apart with errors.As.
type Error struct {
	// Row is the number of the first bad row of the batch, from 0, or -1, as it always is for single records.
	Row int
	// Column is the number of the column concerned, or -1; ColumnName its name, or "".
	Column     int
	ColumnName string
	// Offset is the byte concerned of the template or schema, or -1.
	Offset int
	// Text is a sentence. Two more lines show a wrong template or schema, and a caret.
	Text string
}

// Error returns the row and the text.
func (e *Error) Error() string {
	if e.Row >= 0 {
		return fmt.Sprintf("rowkey: row %d: %s", e.Row, e.Text)
	}
	return "rowkey: " + e.Text
}

// err is the error that the last call reported.
func (s *scratch) err(l *Layout) *Error {
	why := s.call.Why[:]
	place := func() int {
		n := int64(native.Uint64(why))
		why = why[8:]
		return int(n)
	}
	e := &Error{Row: place(), Column: place(), Offset: place()}
	text, _, _ := bytes.Cut(why, []byte{0})
	e.Text = string(text)
	if l != nil && e.Column >= 0 && e.Column < len(l.columns) {
		e.ColumnName = l.columns[e.Column].name
	}
	return e
}

// errOne is the same of one record or key.
func (s *scratch) errOne(l *Layout) *Error {
	e := s.err(l)
	e.Row = -1
	return e
}

// wrong is an error of what was given for a column.
func (l *Layout) wrong(row, column int, format string, args ...any) *Error {
	e := &Error{Row: row, Column: column, Offset: -1, ColumnName: l.columns[column].name}
	e.Text = "column " + e.ColumnName + ": " + fmt.Sprintf(format, args...)
	return e
}

func (l *Layout) wrongCount(what string, got int) *Error {
	return &Error{Row: -1, Column: -1, Offset: -1, Text: fmt.Sprintf("%d %s for %d columns (expected one for each of %s)",
		got, what, len(l.columns), l.schema)}
}
