"""What scripts/bench-report runs: rowkey-bench and the rowkey command measured, and the report about it."""
