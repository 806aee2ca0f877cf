// Spellings of a value as programs write them, told on their own: nothing here comes from what is tested.

const code = (char: string): number => char.codePointAt(0)!;
const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');
const units = (char: string): string[] => char.split('');
const bytes = (char: string): number[] => [...Buffer.from(char, 'utf8')];

const NAMED: { readonly [char: string]: string } = {
  '+': '&plus;',
  '/': '&sol;',
  '=': '&equals;',
  "'": '&apos;',
  '"': '&quot;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '(': '&lpar;',
  '!': '&excl;',
  ö: '&ouml;',
  '€': '&euro;',
};

const SHORT: { readonly [char: string]: string } = { '"': '\\"', '\\': '\\\\', '/': '\\/', '\n': '\\n' };

/** Each gives one character in one way. */
export const WAYS: { readonly [way: string]: (char: string) => string } = {
  plain: (char) => char,
  percent: (char) =>
    bytes(char)
      .map((b) => `%${hex(b, 2)}`)
      .join(''),
  PERCENT: (char) =>
    bytes(char)
      .map((b) => `%${hex(b, 2).toUpperCase()}`)
      .join(''),
  form: (char) => (char === ' ' ? '+' : encodeURIComponent(char)),
  unicode: (char) =>
    units(char)
      .map((u) => `\\u${hex(u.charCodeAt(0), 4)}`)
      .join(''),
  UNICODE: (char) =>
    units(char)
      .map((u) => `\\u${hex(u.charCodeAt(0), 4).toUpperCase()}`)
      .join(''),
  json: (char) => SHORT[char] ?? char,
  decimal: (char) => `&#${code(char)};`,
  zeros: (char) => `&#000${code(char)};`,
  hexadecimal: (char) => `&#x${hex(code(char), 2)};`,
  HEXADECIMAL: (char) => `&#X${hex(code(char), 2).toUpperCase()};`,
  named: (char) => NAMED[char] ?? char,
};

/** What escapes are made of is always spelled in some way, as every encoder does that spells anything else: left as it is, it would make another escape of what follows. */
export const spelled = (value: string, way: (index: number) => string): string =>
  [...value]
    .map((char, index) => {
      const text = WAYS[way(index)]!(char);
      return text === char && '%\\&+'.includes(char) ? WAYS.percent!(char) : text;
    })
    .join('');

/** What an encoder of a whole text makes of it. */
export const AROUND: { readonly [name: string]: (text: string) => string } = {
  json: (text) => JSON.stringify(text).slice(1, -1),
  percent: (text) => encodeURIComponent(text),
  html: (text) => text.replace(/[&<>"'+/=\\]/g, (char) => `&#x${hex(code(char), 2)};`),
};
