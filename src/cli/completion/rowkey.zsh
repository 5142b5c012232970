#compdef rowkey
# Completion of rowkey in zsh: asks the command itself.
_rowkey() {
  local -a lines names shown space
  local line ending
  lines=("${(@f)$("${(Q)words[1]}" --generate candidates "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
  ending=$lines[1]
  for line in "${(@)lines[2,-1]}"; do
    names+=("${line%%$'\t'*}")
    shown+=("${line//$'\t'/  -- }")
  done
  [[ $ending == nospace ]] && space=(-S '')
  (( $#names )) && compadd "${space[@]}" -l -d shown -a names
  if [[ $ending == files || $ending == folders ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    if [[ $ending == files ]]; then _files; else _files -/; fi
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _rowkey "$@"
else
  compdef _rowkey rowkey
fi
