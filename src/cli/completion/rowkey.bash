# Completion of rowkey in bash: asks the command itself. Works without the package bash-completion.
_rowkey() {
  # Bash also cuts words at =, : and others: pieces without blanks between them are one word, and the last one goes
  # as far as the cursor.
  local line=${COMP_LINE:0:COMP_POINT} piece i
  local -a words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    piece=${COMP_WORDS[i]}
    if [[ $i -eq 0 || $line == [[:space:]]* ]]; then
      line=${line#"${line%%[![:space:]]*}"}
      words+=("")
    fi
    [[ $i -eq $COMP_CWORD ]] && piece=$line
    words[-1]+=$piece
    line=${line#"$piece"}
  done

  # What is typed of the word as it stands in the line, less what bash keeps and does not replace.
  local typed=${words[-1]}
  local quote=${typed:0:1}
  case $quote in
    [\"\']) typed=${typed:1} ;;
    *)
      quote=
      for ((i = ${#typed}; i > 0; i--)); do
        [[ ${typed:i-1:1} == [=:@] && $COMP_WORDBREAKS == *"${typed:i-1:1}"* ]] && break
      done
      [[ $i -gt 0 && ${typed:i-1:1} == @ ]] && ((i--))
      typed=${typed:i}
      ;;
  esac

  for i in "${!words[@]}"; do
    case ${words[i]} in
      [\"\']*) piece=${words[i]:1} words[i]=${piece%[\"\']} ;;
      *) words[i]=${words[i]//\\/} ;;
    esac
  done
  local word=${words[-1]} answer ending candidate
  answer=$("${words[0]}" --generate candidates "${words[@]:1}" 2>/dev/null) || return
  COMPREPLY=()
  while IFS= read -r candidate; do
    if [[ -z $ending ]]; then
      ending=$candidate
      continue
    fi
    candidate=${candidate%%$'\t'*}
    candidate=${candidate#"$word"}
    [[ -z $quote && -n $candidate ]] && printf -v candidate %q "$candidate"
    COMPREPLY+=("$typed$candidate")
  done <<<"$answer"
  case $ending in
    nospace) compopt -o nospace ;;
    files | folders)
      compopt -o filenames
      i=-f
      [[ $ending == folders ]] && i=-d
      while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen "$i" -- "$typed")
      ;;
  esac
}
complete -F _rowkey rowkey
