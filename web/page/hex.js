/** Bytes in hex, as the engine gives them, for people and for shells. */

/**
 * Bytes as text: those that are printable ASCII and not `reserved` as they are, others as \xHH.
 *
 * @param {string} hex
 * @param {string} reserved
 */
export function textOfHex(hex, reserved) {
  return (hex.match(/../g) ?? [])
    .map((pair) => {
      const letter = String.fromCharCode(parseInt(pair, 16));
      const isPlain = letter >= ' ' && letter <= '~' && !reserved.includes(letter);
      return isPlain ? letter : `\\x${pair.toUpperCase()}`;
    })
    .join('');
}
