//go:build ignore

// Prints the reference of a Go package as one page of HTML, from what its sources say: go run go_reference.go FOLDER IMPORT-PATH.
package main

import (
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"html/template"
	"log"
	"os"
	"path/filepath"
	"strings"
)

const page = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>package {{.Name}}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
pre { overflow-x: auto; padding: .75rem; background: color-mix(in srgb, currentColor 8%, transparent); }
pre, code, .index { font-family: ui-monospace, monospace; font-size: .875rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid; }
h3 { margin-top: 2rem; }
</style>
<h1>package {{.Name}}</h1>
<pre>import "{{.ImportPath}}"</pre>
{{text .Doc}}{{template "examples" .Examples}}
<h2>Index</h2>
<ul class="index">
{{range .Funcs}}<li><a href="#{{.Name}}">{{.Name}}</a>
{{end}}{{range $type := .Types}}<li><a href="#{{.Name}}">{{.Name}}</a>
{{if or .Funcs .Methods}}<ul>
{{range .Funcs}}<li><a href="#{{.Name}}">{{.Name}}</a>
{{end}}{{range .Methods}}<li><a href="#{{$type.Name}}.{{.Name}}">{{.Name}}</a>
{{end}}</ul>
{{end}}{{end}}</ul>
{{if .Consts}}<h2>Constants</h2>{{template "values" .Consts}}{{end}}
{{if .Vars}}<h2>Variables</h2>{{template "values" .Vars}}{{end}}
{{if .Funcs}}<h2>Functions</h2>{{range .Funcs}}{{template "function" .}}{{end}}{{end}}
<h2>Types</h2>
{{range .Types}}<h3 id="{{.Name}}">type {{.Name}}</h3>
<pre>{{code .Decl}}</pre>
{{text .Doc}}{{template "values" .Consts}}{{template "values" .Vars}}{{template "examples" .Examples}}
{{range .Funcs}}{{template "function" .}}{{end}}{{range .Methods}}{{template "function" .}}{{end}}{{end}}
{{define "values"}}{{range .}}<div{{with names .}} id="{{.}}"{{end}}><pre>{{code .Decl}}</pre>{{text .Doc}}</div>
{{end}}{{end}}
{{define "function"}}<h3 id="{{with .Recv}}{{base .}}.{{end}}{{.Name}}">func {{with .Recv}}({{.}}) {{end}}{{.Name}}</h3>
<pre>{{code .Decl}}</pre>
{{text .Doc}}{{template "examples" .Examples}}{{end}}
{{define "examples"}}{{range .}}<details><summary>Example{{with .Suffix}} ({{.}}){{end}}</summary>
{{text .Doc}}<pre>{{code .Code}}</pre>{{with .Output}}Output:<pre>{{.}}</pre>{{end}}</details>
{{end}}{{end}}`

func main() {
	log.SetFlags(0)
	names, err := filepath.Glob(filepath.Join(os.Args[1], "*.go"))
	if err != nil || len(names) == 0 {
		log.Fatalf("%s has no Go files", os.Args[1])
	}
	set, files := token.NewFileSet(), []*ast.File{}
	for _, name := range names {
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			log.Fatal(err)
		}
		files = append(files, file)
	}
	reference, err := doc.NewFromFiles(set, files, os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	printer := reference.Printer()
	printer.DocLinkURL = func(link *comment.DocLink) string { return link.DefaultURL("https://pkg.go.dev") }
	functions := template.FuncMap{
		"base": func(receiver string) string { return strings.TrimPrefix(receiver, "*") },
		"code": func(node ast.Node) (string, error) {
			var source strings.Builder
			err := format.Node(&source, set, node)
			return source.String(), err
		},
		"names": func(value *doc.Value) string { return value.Names[0] },
		"text":  func(text string) template.HTML { return template.HTML(printer.HTML(reference.Parser().Parse(text))) },
	}
	if err := template.Must(template.New("page").Funcs(functions).Parse(page)).Execute(os.Stdout, reference); err != nil {
		log.Fatal(err)
	}
}
