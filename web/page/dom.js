/** Elements of the page, by their ids, and new ones. Text is always set as text: no record can bring markup. */

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new TypeError(`the page has no ${type.name} #${id}`);
  return element;
}

/**
 * A new element.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | ((event: any) => void)>} [properties] of the element; those with a
 *   hyphen are attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-')) element.setAttribute(name, String(value));
    else Object.assign(element, { [name]: value });
  }
  element.append(...children);
  return element;
}

/** @param {Element} element @param {...(Node | string)} children */
export function fill(element, ...children) {
  element.replaceChildren(...children);
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 1234567 as "1,234,567". @param {number} number */
export function grouped(number) {
  return whole.format(number);
}

/** With `places` decimal places at most. @param {number} number @param {number} places */
export function rounded(number, places) {
  return number.toLocaleString('en-US', { maximumFractionDigits: places });
}

/** "1 row" or "3 rows". @param {number} count @param {string} noun */
export function counted(count, noun) {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
