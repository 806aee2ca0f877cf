// Pre-authentication encoding of DSSE 1.0.2: the bytes that a signature is over. It must not look into the body.

/** Lengths are of bytes, so that type and body cannot run into each other. */
export function pae(type: string, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `, 'utf8'), body]);
}
