// The language server that editors use, over the files that people write by hand: it completes members and values, and explains each with an example.
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../sources.ts';
import { needsSystemPackages } from '../system-packages.ts';
import { LanguageServer, type Position } from './language-server.ts';

interface Row {
  file: string;
  /** Its text; @ marks where completion is asked, each in its order. */
  text: string;
  /** What has to be among the completions at each mark. */
  completed: string[][];
  /** Words of the text, and what has to be said of each. */
  hovers: [string, RegExp[]][];
}

const ROWS: Row[] = [
  {
    file: 'rule',
    text: `id: status
order: 10
title: The status is published
points: 1
why: Because.
@
probes:
  status: {get: /status.json}
assert:
  - select: $.status.json
    schema: {type: object}
    @
    else: missing
  - select: $.status.outcome
    level: @
reasons:
  pass: P
`,
    completed: [['fix', 'refs', 'when', 'mends', 'coverage'], ['expected', 'optional', 'level', 'when', 'then', 'none'], ['should']],
    hovers: [
      ['order', [/Sorts the report/, /10/]],
      ['probes', [/Requests by their names/]],
      ['get', [/GET this/, /\/status\.json/]],
      ['select', [/JSONPath/]],
      ['else', [/Reason when it does not hold/, /missing/]],
      ['level', [/the verdict stays/]],
      ['reasons', [/one sentence/]],
    ],
  },
  {
    file: 'pack',
    text: `name: me/garden
version: 1.0.0
@
extends:
  pack: ax
  @
limits: {requests: 60, bytes: 100000}
probes:
  links:
    @
    get: /x
`,
    completed: [
      ['title', 'engine', 'control', 'bands', 'challenges'],
      ['digest', 'drop', 'replace', 'samples'],
      ['accept', 'headers', 'redirects', 'bytes', 'select'],
    ],
    hovers: [
      ['version', [/semantic version/, /1\.0\.0/]],
      ['extends', [/pack to start from/]],
      ['limits', [/worst case/]],
      ['requests', [/redirects counted/]],
    ],
  },
  {
    file: 'cases',
    text: `cases:
  - name: a state that nobody knows
    @
    routes:
      /status.json:
        status: 404
        @
    expect:
      verdict: @
      reason: missing
      @
`,
    completed: [
      ['target', 'default', 'seed', 'socket', 'origin'],
      ['json', 'type', 'headers', 'failure', 'pad'],
      ['pass', 'fail', 'inconclusive', 'not-applicable'],
      ['findings', 'noFindings', 'unasked', 'points', 'next'],
    ],
    hovers: [
      ['name', [/What the target is like/]],
      ['status', [/200 unless said/, /404/]],
      ['reason', [/reason's code/, /missing/]],
    ],
  },
  {
    file: 'target',
    text: `title: A garden
@
routes:
  /status.json:
    @
    json: {state: up}
`,
    completed: [
      ['target', 'extends', 'default', 'wait', 'time'],
      ['status', 'headers', 'accept', 'when', 'open'],
    ],
    hovers: [
      ['title', [/in one line/]],
      ['json', [/as a JSON value/]],
    ],
  },
  {
    file: 'suite',
    text: `format: 1
name: ours
@
targets: {shop: shop.example}
packs: {ax: ax}
tests:
  - target: shop
    pack: ax
    @
`,
    completed: [
      ['environments', 'specs', 'data'],
      ['minGrade', 'rows', 'name'],
    ],
    hovers: [
      ['targets', [/Targets by the name/, /shop/]],
      ['pack:', [/advisory/]],
    ],
  },
];

const positionOf = (text: string, at: number): Position => {
  const before = text.slice(0, at).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
};

describe('editors', function () {
  this.timeout(60_000);
  let server: LanguageServer;
  before(async function () {
    needsSystemPackages(this);
    server = await LanguageServer.start();
  });
  after(() => server?.stop());

  for (const { file, text, completed, hovers } of ROWS) {
    it(`complete and explain a ${file}`, async () => {
      const line = `# yaml-language-server: $schema=${join(ROOT, `schemas/files/${file}.json`)}\n`;
      const marks = [...text.matchAll(/@/g)].map(({ index }) => index);
      expect(marks).to.have.length(completed.length);
      for (const [i, mark] of marks.entries()) {
        // Of several marks one is there at a time: the others are lines that nobody has begun.
        const rest = (part: string): string => part.replace(/^ *@\n/gm, '').replace(/@/g, 'x');
        const before = line + rest(text.slice(0, mark));
        const uri = server.open(`/editors/${file}-${i}.yaml`, before + rest(text.slice(mark + 1)));
        expect(await server.completions(uri, positionOf(before, before.length)), `${file}, mark ${i + 1}`).to.include.members(
          completed[i]!,
        );
      }
      const plain = line + text.replace(/^ *@\n/gm, '').replace(/@/g, 'x');
      const uri = server.open(`/editors/${file}.yaml`, plain);
      for (const [word, wanted] of hovers) {
        const at = plain.search(new RegExp(`(?<=^[ -]*|\\{)${word}`, 'm'));
        expect(at, word).to.be.at.least(0);
        const said = await server.hover(uri, positionOf(plain, at + 1));
        for (const one of wanted) expect(said, `${file}: ${word}`).to.match(one);
      }
    });
  }
});
