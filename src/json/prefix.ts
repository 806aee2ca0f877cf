// Whether bytes may be the beginning of a JSON text: what a cut body can still show. It must not read the whole of them.

const HEAD = 1024;
const SPACE = /^[\t\n\r ]*/;
/** A whole scalar, after which a JSON text is over. */
const SCALAR = /^(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*(?=[^\d.eE+-])|true|false|null)/;

/** False when no JSON text begins so. Bytes of UTF-16 are not looked at. */
export function mayBeginJson(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, HEAD);
  if (head.subarray(0, 4).includes(0) || head[0] === 0xfe || head[0] === 0xff) return true;
  const text = Buffer.from(head)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .replace(SPACE, '');
  if (text === '') return true;
  if (text.startsWith('{')) return /^(?:$|["}])/.test(text.slice(1).replace(SPACE, ''));
  if (text.startsWith('[')) return /^(?:$|["{[\]\-0-9tfn])/.test(text.slice(1).replace(SPACE, ''));
  const [scalar] = SCALAR.exec(text) ?? [];
  if (scalar !== undefined) return text.slice(scalar.length).replace(SPACE, '') === '';
  return /^(?:["\-0-9]|t(?:r(?:ue?)?)?$|f(?:a(?:l(?:se?)?)?)?$|n(?:u(?:ll?)?)?$)/.test(text);
}
