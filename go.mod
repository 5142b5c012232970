module github.com/rowkey/rowkey

go 1.21
