// Windows-1252 as the Encoding standard defines it. Not TextDecoder: Node 20 and Node 24 read the bytes 80 to 9F in two ways.

/** Code points of the bytes 80 to 9F; every other byte is its own code point. */
const UPPER_CONTROLS = [
  0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d, 0x8f, 0x90, 0x2018,
  0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
];

/** One character a byte; every byte stands for one. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replace(/[\u0080-\u009f]/g, (char) => String.fromCharCode(UPPER_CONTROLS[char.charCodeAt(0) - 0x80]!));
}
