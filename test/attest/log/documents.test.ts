// Keys, checkpoints and proofs as documents: the published vector, other tools, and every way in which they can be wrong.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { checkpointText, openCheckpoint } from '../../../src/attest/log/checkpoint.ts';
import { bundleOf, entriesOf, entryOf } from '../../../src/attest/log/entries.ts';
import { emptyRoot, leafHash, nodeHash } from '../../../src/attest/log/hash.ts';
import { isKeyName, logKey, readVkey, vkeyOf } from '../../../src/attest/log/log-key.ts';
import { logSigner } from '../../../src/attest/log/log-signer.ts';
import { noteOf, openNote, signatureLine } from '../../../src/attest/log/note.ts';
import { checkProofDocument, proofDocument, readProofDocument } from '../../../src/attest/log/proof-document.ts';
import { tilePath } from '../../../src/attest/log/tiles.ts';
import { spkiPem } from '../../../src/attest/public-key.ts';
import { toBase64Url } from '../../../src/json/base64.ts';
import { digest, folder, ORIGIN, signer, sweep } from './keeper.ts';

const VECTOR = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const { key } = signer;
const [a, b] = [leafHash(entryOf(digest(0))), leafHash(entryOf(digest(1)))];
const root = nodeHash(a, b);
const head = await signer.checkpoint({ size: 2, root });
const text = checkpointText(ORIGIN, { size: 2, root });
const signature = head.slice(text.length + 1);
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'nothing was refused';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};
/** A note whose text is signed as it stands. */
const signed = async (body: string): Promise<string> => {
  const { sign, generateKeyPairFromSeed } = await import('@stablelib/ed25519');
  const { secretKey } = generateKeyPairFromSeed(new Uint8Array(32).fill(7));
  return noteOf(body, [signatureLine(key, sign(secretKey, Buffer.from(body)))]);
};

describe('the key of a log', () => {
  it('is read and written as the published vector has it', () => {
    const read = readVkey(VECTOR);
    expect([read.name, Buffer.from(read.id).toString('hex'), vkeyOf(read)]).to.deep.equal(['example.com/foo', '530d903a', VECTOR]);
    expect(vkeyOf(logKey(read.name, read.publicKey))).to.equal(VECTOR);
  });

  const bad: [string, string][] = [
    ['nothing', ''],
    ['a name alone', 'example.com/foo'],
    ['another ID', VECTOR.replace('530d903a', '530d903b')],
    ['another name', VECTOR.replace('foo', 'bar')],
    ['an ID in capitals', VECTOR.replace('530d903a', '530D903A')],
    ['a key of another type', 'example.com/foo+530d903a+BOkyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
    ['a cut key', VECTOR.slice(0, -4)],
    ['base64 with stray bits', VECTOR.replace(/.$/, 'l')],
    ['a name with a space', vkeyOf(logKey('a b', key.publicKey))],
    ['a key of small order', vkeyOf(logKey('a', Uint8Array.of(1, ...new Uint8Array(31))))],
    ['a line feed at the end', `${VECTOR}\n`],
  ];
  for (const [name, vkey] of bad) it(`is not ${name}`, () => expect(codeOf(() => readVkey(vkey))).to.equal('bad-usage'));

  it('has a name without spaces, pluses and controls', () => {
    for (const name of ['a', 'log.example/2026', 'ü']) expect(isKeyName(name), name).to.equal(true);
    for (const name of ['', 'a b', 'a+b', 'a\n', 'a\u00a0b', 'a\u2003b', 'a\u0085b', 'a\u0000', 'x'.repeat(256)])
      expect(isKeyName(name), JSON.stringify(name)).to.equal(false);
  });
});

describe('a checkpoint', () => {
  after(sweep);

  it('is a signed note of origin, size and root', () => {
    expect(head).to.match(/^log\.example\/reports\n2\n[\w+/]{43}=\n\n\u2014 log\.example\/reports [\w+/]+={0,2}\n$/);
    expect(openCheckpoint(head, key)).to.deep.equal({ size: 2, root });
  });

  it('verifies with openssl, over the text of the note', () => {
    const dir = folder();
    writeFileSync(join(dir, 'text'), text);
    writeFileSync(join(dir, 'sig'), Buffer.from(signature.trim().split(' ')[2]!, 'base64').subarray(4));
    writeFileSync(join(dir, 'pub.pem'), spkiPem(toBase64Url(key.publicKey)));
    const args = ['pkeyutl', '-verify', '-pubin', '-inkey', 'pub.pem', '-rawin', '-in', 'text', '-sigfile', 'sig'];
    expect(execFileSync('openssl', args, { cwd: dir, encoding: 'utf8' })).to.match(/Successfully/);
  });

  it('is read beside signatures of others', () => {
    const stranger = logSigner('witness.example', new Uint8Array(32).fill(9));
    const other = signatureLine(stranger.key, new Uint8Array(64));
    const sameName = signatureLine(logKey(ORIGIN, stranger.key.publicKey), new Uint8Array(64));
    expect(openCheckpoint(`${text}\n${other}${signature}${sameName}`, key).size).to.equal(2);
    expect(codeOf(() => openCheckpoint(`${text}\n${other}`, key))).to.equal('bad-checkpoint');
    expect(codeOf(() => openCheckpoint(`${text}\n${signature}${signatureLine(key, new Uint8Array(64))}`, key))).to.equal('bad-checkpoint');
  });

  it('is refused whichever byte of it is changed', () => {
    const bytes = Buffer.from(head);
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ 1;
      expect(
        codeOf(() => openCheckpoint(changed.toString('utf8'), key)),
        `byte ${at}`,
      ).to.equal('bad-checkpoint');
    }
  });

  const forms: [string, string][] = [
    ['another origin', text.replace(ORIGIN, 'other.example')],
    ['no root', `${ORIGIN}\n2\n`],
    ['a size with a leading zero', text.replace('\n2\n', '\n02\n')],
    ['a negative size', text.replace('\n2\n', '\n-2\n')],
    ['a size beyond 2^53', text.replace('\n2\n', '\n9007199254740992\n')],
    ['a root of 31 bytes', `${ORIGIN}\n2\n${Buffer.alloc(31).toString('base64')}\n`],
    ['an empty line', `${text}\nx\n`],
    ['controls', text.replace('\n2\n', '\n2\r\n')],
  ];
  for (const [name, body] of forms)
    it(`is refused with ${name}, though it is signed`, async () => {
      const note = await signed(body);
      expect(codeOf(() => openCheckpoint(note, key))).to.equal('bad-checkpoint');
    });

  it('may have extension lines', async () => expect(openCheckpoint(await signed(`${text}ext\n`), key).size).to.equal(2));

  const notes: [string, string][] = [
    ['nothing', ''],
    ['no signature', text],
    ['no signature after the empty line', `${text}\n`],
    ['no line feed at the end', head.slice(0, -1)],
    ['a hyphen for a dash', head.replace('\u2014', '-')],
    ['too many signatures', `${text}\n${signature.repeat(65)}`],
    ['a note without end', `${'x\n'.repeat(600_000)}\n${signature}`],
  ];
  for (const [name, note] of notes) it(`is not ${name}`, () => expect(codeOf(() => openNote(note, key))).to.equal('bad-checkpoint'));
});

describe('a proof document', () => {
  const proof = proofDocument({ index: 1, inclusionProof: [a], checkpoint: head });

  it('has the form of tlog-proof@v1', () => {
    expect(proof).to.equal(`c2sp.org/tlog-proof@v1\nindex 1\n${Buffer.from(a).toString('base64')}\n\n${head}`);
    expect(checkProofDocument(proof, digest(1), key)).to.deep.equal({ index: 1, size: 2, root });
  });

  it('may carry extra data, which says nothing', () => {
    expect(checkProofDocument(proof.replace('index', 'extra AAAA\nindex'), digest(1), key).index).to.equal(1);
  });

  it('needs no hash in a tree of one entry', async () => {
    const one = proofDocument({ index: 0, inclusionProof: [], checkpoint: await signer.checkpoint({ size: 1, root: a }) });
    expect(one).to.match(/^c2sp\.org\/tlog-proof@v1\nindex 0\n\nlog\.example/);
    expect(checkProofDocument(one, digest(0), key)).to.deep.include({ index: 0, size: 1 });
  });

  const bad: [string, string, string][] = [
    ['nothing', '', 'bad-log-proof'],
    ['another version', proof.replace('@v1', '@v2'), 'bad-log-proof'],
    ['no index', proof.replace(/index 1\n/, ''), 'bad-log-proof'],
    ['an index with a leading zero', proof.replace('index 1', 'index 01'), 'bad-log-proof'],
    ['another index', proof.replace('index 1', 'index 0'), 'bad-log-proof'],
    ['an index outside', proof.replace('index 1', 'index 2'), 'bad-log-proof'],
    ['another hash', proof.replace(Buffer.from(a).toString('base64'), Buffer.from(b).toString('base64')), 'bad-log-proof'],
    ['one hash more', proof.replace('\n\n', `\n${Buffer.from(b).toString('base64')}\n\n`), 'bad-log-proof'],
    ['a hash that is cut', proof.replace('=\n\n', '\n\n'), 'bad-log-proof'],
    ['hashes without end', proof.replace('\n\n', `${`\n${Buffer.from(b).toString('base64')}`.repeat(65)}\n\n`), 'bad-log-proof'],
    ['no checkpoint', proof.slice(0, proof.indexOf('\n\n') + 2), 'bad-checkpoint'],
    ['a checkpoint that was changed', proof.replace('\n2\n', '\n3\n'), 'bad-checkpoint'],
  ];
  for (const [name, document, code] of bad)
    it(`is not one with ${name}`, () => expect(codeOf(() => checkProofDocument(document, digest(1), key))).to.equal(code));

  it('proves nothing of another report or to the key of another log', () => {
    expect(codeOf(() => checkProofDocument(proof, digest(0), key))).to.equal('bad-log-proof');
    expect(codeOf(() => checkProofDocument(proof, digest(1), readVkey(VECTOR)))).to.equal('bad-checkpoint');
  });

  it('is refused with a code of ours, whatever is in it', () => {
    fc.assert(
      fc.property(fc.nat(proof.length), fc.string(), fc.nat(20), (at, insert, cut) => {
        const changed = proof.slice(0, at) + insert + proof.slice(at + cut);
        if (changed !== proof) expect(codeOf(() => readProofDocument(changed))).to.be.oneOf(['bad-log-proof', 'nothing was refused']);
      }),
    );
  });
});

describe('the files of a log', () => {
  const paths: [number | 'entries', number, number, string][] = [
    [0, 0, 256, 'tile/0/000'],
    [1, 999, 256, 'tile/1/999'],
    [0, 1000, 256, 'tile/0/x001/000'],
    [0, 1_234_067, 256, 'tile/0/x001/x234/067'],
    ['entries', 273, 112, 'tile/entries/273.p/112'],
  ];
  for (const [level, n, width, path] of paths) it(`has ${path}`, () => expect(tilePath(level, n, width)).to.equal(path));

  it('has bundles that give their entries back', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 600 })), (entries) => {
        expect((entriesOf(bundleOf(entries)) ?? []).map((e) => [...e])).to.deep.equal(entries.map((e) => [...e]));
      }),
    );
    expect([entriesOf(Uint8Array.of(0)), entriesOf(Uint8Array.of(0, 2, 1))]).to.deep.equal([undefined, undefined]);
  });

  it('begins with the root of nothing', () => {
    expect(Buffer.from(emptyRoot()).toString('base64')).to.equal('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
  });
});
