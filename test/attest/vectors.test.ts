// The vectors of fixtures/vectors/attest are what this code makes, and what Node's own cryptography makes of them. GOLDEN=write writes them anew.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { spkiPem } from '../../src/attest/public-key.ts';
import { digestsOf, statementOf } from '../../src/attest/statement.ts';
import { trustedKeys } from '../../src/attest/verify/trust.ts';
import { verifyReport } from '../../src/attest/verify/verify-report.ts';
import type { PublicKey } from '../../src/contract/generated/types.ts';
import { pae } from '../../src/contract/pae.ts';
import { jcs } from '../../src/json/jcs.ts';
import { bytesOf, DAY, ISSUED, jwk, signedReport, TEST_SEED } from './signed.ts';
import { vectorReport } from './vector-report.ts';

const folder = new URL('../../fixtures/vectors/attest/', import.meta.url);
const NAMES = ['report.json', 'keys.json', 'public.pem', 'vectors.json'] as const;
type Files = Record<(typeof NAMES)[number], string>;

interface Vectors {
  testKey: { seed: string; jwk: PublicKey };
  pae: { type: string; body: string; pae: string }[];
  digests: { name: string; canonical: string; digest: string }[];
  envelope: { statement: string; payload: string; pae: string; signature: string };
}

const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

async function made(): Promise<Files> {
  const signed = await signedReport(vectorReport);
  const { attestation, ...body } = signed;
  const { digest: _, ...evidence } = body.evidence;
  const digests = digestsOf(vectorReport);
  const payload = Buffer.from(attestation!.payload, 'base64');
  const vectors: Vectors & { note: string } = {
    note: 'The key is a TEST KEY: its private half is published here. Never trust it.',
    testKey: { seed: hex(TEST_SEED), jwk: jwk() },
    pae: [
      ['http://example.com/HelloWorld', 'hello world'],
      ['', ''],
      ['é', '名\n'],
    ].map(([type, text]) => ({ type: type!, body: text!, pae: hex(pae(type!, Buffer.from(text!))) })),
    digests: [
      { name: 'report', canonical: jcs(body), digest: digests.report },
      { name: 'verdict', canonical: jcs(body.verdict), digest: digests.verdict },
      { name: 'evidence', canonical: jcs(evidence), digest: digests.evidence },
    ],
    envelope: {
      statement: jcs(statementOf(vectorReport, digests)),
      payload: attestation!.payload,
      pae: hex(pae(attestation!.payloadType, payload)),
      signature: attestation!.signatures[0]!.sig,
    },
  };
  return {
    'report.json': jcs(signed),
    'keys.json': `${JSON.stringify({ keys: [jwk()] }, null, 2)}\n`,
    'public.pem': spkiPem(jwk().x),
    'vectors.json': `${JSON.stringify(vectors, null, 2)}\n`,
  };
}

describe('the attestation vectors', () => {
  let vectors: Vectors;
  before(async () => {
    if (process.env.GOLDEN === 'write') {
      mkdirSync(folder, { recursive: true });
      for (const [name, text] of Object.entries(await made())) writeFileSync(new URL(name, folder), text);
    }
    vectors = JSON.parse(read('vectors.json')) as Vectors;
  });

  it('are what this code makes', async () => {
    const now = await made();
    for (const name of NAMES) expect(read(name), name).to.equal(now[name]);
  });

  it('have the digests of their canonical texts, which lie in the report file as they stand', () => {
    const file = read('report.json');
    for (const { name, canonical, digest } of vectors.digests) {
      expect(`sha256:${createHash('sha256').update(canonical, 'utf8').digest('hex')}`, name).to.equal(digest);
      expect(jcs(JSON.parse(canonical)), name).to.equal(canonical);
      expect(file, name).to.include(canonical.slice(1, -1));
    }
    expect(file).to.match(/^\{"attestation":\{"payload":/);
    expect(file).to.include('"evidence":{"digest":');
  });

  it('have the signature that Node makes with the same key', () => {
    const { d, ...key } = { ...vectors.testKey.jwk, d: Buffer.from(vectors.testKey.seed, 'hex').toString('base64url') };
    const secret = createPrivateKey({ key: { ...key, d } as never, format: 'jwk' });
    expect(sign(null, Buffer.from(vectors.envelope.pae, 'hex'), secret).toString('base64')).to.equal(vectors.envelope.signature);
    expect(createPublicKey(read('public.pem')).export({ format: 'jwk' }).x).to.equal(key.x);
    expect(Buffer.from(vectors.envelope.payload, 'base64').toString('utf8')).to.equal(vectors.envelope.statement);
  });

  it('are a report that is believed, and would be no more with another byte', () => {
    const keys = trustedKeys(read('keys.json'));
    const file = readFileSync(new URL('report.json', folder));
    expect(verifyReport(file, keys, { now: ISSUED + DAY * 1000 }).code).to.equal(undefined);
    expect(file.equals(bytesOf(JSON.parse(file.toString('utf8'))))).to.equal(true);
    file[file.length >> 1]! ^= 1;
    expect(verifyReport(file, keys, { now: ISSUED + DAY * 1000 }).ok).to.equal(false);
  });
});
