# shellcheck shell=bash
# Which gates a change can affect. .ci/run sources it for --since.

# gates_of FILE: the gates that a change of FILE can affect, besides `test` and `style`, which every change runs. What is not
# known to be read by a few gates alone is read by all.
gates_of() {
  case $1 in
    doc/layouts.md) echo all ;; # the tool prints it as a page of its manual
    java/*) echo java java-sanitize spark spark-versions hbase hbase-versions release ;;
    python/*) echo python spark duckdb debian release ;;
    go/*) echo go release ;;
    rust/*) echo rust release ;;
    duckdb/*) echo duckdb release ;;
    web/*) echo web release ;;
    debian/*) echo debian symbols release ;;
    packaging/*) echo release ;;
    proofs/*) echo proofs ;;
    .github/*) ;;
    doc/* | *.md) echo debian release ;;
    *) echo all ;;
  esac
}

# changed_since REVISION: the files that differ from where this branch left REVISION, those not committed among them. It fails
# where git does not know, as in a checkout without history.
changed_since() {
  local base
  base=$(git merge-base "$1" HEAD) && git diff --name-only --no-renames "$base" && git ls-files --others --exclude-standard
}

# affected_since REVISION: the gates that the changes since then can affect; `all` where there is any doubt.
affected_since() {
  local files file
  files=$(changed_since "$1") || { echo all; return; }
  echo test style
  while IFS= read -r file; do [ -z "$file" ] || gates_of "$file"; done <<<"$files"
}
