// SARIF 2.1.0: the TypeScript compiler holds the log against the published types of the format, and what types do not say is looked at here.
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Log, Result as Problem } from 'sarif';
import ts from 'typescript';
import type { Finding } from '../../src/contract/generated/types.ts';
import type { Result } from '../../src/report/result.ts';
import { sarif } from '../../src/report/sarif.ts';
import { strictUri } from '../../src/report/sarif-results.ts';
import { graded, hostile, judged, PAYLOADS, pinned, unreachable } from './results.ts';
import { clean, pack } from './sample.ts';

const parsed = (results: readonly Result[]): Log => JSON.parse(sarif(results, '1.2.3')) as Log;
const problems = (results: readonly Result[]): Problem[] => parsed(results).runs.flatMap((run) => run.results ?? []);

/** What the compiler says of the log as a literal: members that SARIF does not have, words that are not of an enumeration, what is missing. */
function faults(logs: readonly unknown[]): string[] {
  const file = fileURLToPath(new URL('./log.generated.ts', import.meta.url));
  const text = `import type { Log } from 'sarif';\nexport const logs: Log[] = ${JSON.stringify(logs)};\n`;
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2023.d.ts'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023) : getSourceFile.call(host, name, ...rest);
  host.fileExists = (name) => name === file || fileExists.call(host, name);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** A scheme and what RFC 3986 lets stand behind it (appendix A); brackets are those of a host alone. */
const PART = "(?:[\\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";
const URI = new RegExp(
  `^[a-z][a-z0-9+.-]*:(?://(?:\\[[0-9a-f:.]+\\]|${PART})*)?(?:${PART}|/)*(?:[?](?:${PART}|[/?])*)?(?:#(?:${PART}|[/?])*)?$`,
);

/** What the specification asks for beyond shapes. */
function held({ runs }: Log): void {
  for (const { tool, results = [], invocations = [], automationDetails } of runs) {
    const rules = new Set(tool.driver.rules?.map(({ id }) => id));
    expect(rules.size).to.equal(tool.driver.rules?.length);
    expect(automationDetails?.id).to.be.a('string');
    expect(invocations).to.have.length(1);
    for (const result of results) {
      expect(rules).to.include(result.ruleId);
      if (result.kind !== undefined && result.kind !== 'fail') expect(result.level).to.equal('none');
      expect(result.message.text).to.be.a('string').that.is.not.equal('');
      expect(result.message.text).not.to.match(/\]\(|\{\d+\}/);
      expect(result.locations?.[0]?.physicalLocation?.artifactLocation?.uri).to.match(URI);
      expect(result.partialFingerprints?.['axproof/v2']).to.match(/^[0-9a-f]{64}$/);
    }
  }
}

describe('sarif', function () {
  this.timeout(60_000);

  it('is SARIF by its published types, for every kind of result', () => {
    const logs = [
      [graded()],
      [pinned(clean, false)],
      [unreachable],
      [],
      [graded(), unreachable, pinned(clean, true)],
      [{ ...graded(), document: undefined }],
    ].map(parsed);
    logs.forEach(held);
    expect(faults(logs)).to.deep.equal([]);
  });

  it('names addresses as RFC 3986 has them, whatever a target or a pack links to', () => {
    const rows: [string, string][] = [
      ['https://a.example/a|b[1]?x=[y]&p=50%&q=^`{}', 'https://a.example/a%7Cb%5B1%5D?x=%5By%5D&p=50%25&q=%5E%60%7B%7D'],
      ['https://[2001:db8::1]:8443/a#b#c', 'https://[2001:db8::1]:8443/a#b%23c'],
      ['https://a.example/ü?%0A', 'https://a.example/%C3%BC?%0A'],
      ['urn:a:b|c', 'urn:a:b%7Cc'],
      ['https://a.example', 'https://a.example/'],
    ];
    for (const [address, expected] of rows) {
      expect(strictUri(address)).to.equal(expected);
      expect(expected).to.match(URI);
    }
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string(), (url, more) => {
        expect(strictUri(`${url}${more.replace(/^[^/?#]*/, '/')}`)).to.match(URI);
      }),
    );
    const [rule] = pack.rules;
    const linked = { ...pack, rules: [{ ...rule!, refs: ['https://a.example/a|b'] }] };
    expect(parsed([{ ...graded(), document: linked }]).runs[0]?.tool.driver.rules?.[0]?.helpUri).to.equal('https://a.example/a%7Cb');
  });

  it('is held against types that refuse what is no SARIF', () => {
    const [log] = [parsed([graded()])];
    const broken = (change: (log: Log) => void): number => {
      const copy = structuredClone(log!);
      change(copy);
      return faults([copy]).length;
    };
    expect(broken((l) => Object.assign(l.runs[0]!.results![0]!, { level: 'fatal' }))).to.equal(1);
    expect(broken((l) => Object.assign(l.runs[0]!.results![0]!.message, { txt: 'x' }))).to.equal(1);
    expect(broken((l) => Reflect.deleteProperty(l.runs[0]!, 'tool'))).to.equal(1);
  });

  it('is one result a fault: errors of what fails, warnings for advice, notes for notes, open for what was not seen', () => {
    const found = problems([graded()]).map(({ ruleId, level, kind }) => [ruleId, level, kind ?? 'fail']);
    expect(found.filter(([id]) => id === 'first')).to.deep.equal([['first', 'warning', 'fail']]);
    expect(found.filter(([id]) => id === 'second').every(([, level]) => level === 'error')).to.equal(true);
    expect(found.filter(([id]) => id === 'third')).to.deep.equal([['third', 'none', 'open']]);
    expect(found.filter(([id]) => id === 'fourth')).to.deep.equal([]);
    expect(found.filter(([id]) => id === 'honest')).to.deep.equal([['honest', 'error', 'fail']]);
    expect(problems([graded(clean)])).to.deep.equal([]);
  });

  it('describes every rule, with help that can be pasted', () => {
    const rules = parsed([graded()]).runs[0]?.tool.driver.rules ?? [];
    expect(rules.map(({ id }) => id)).to.deep.equal(pack.rules.map(({ id }) => id));
    expect(rules[0]).to.deep.include({ helpUri: pack.rules[0]!.refs[0] });
    expect(rules[0]?.help?.markdown).to.include('```json');
  });

  it('says where: the address that was asked, and the place in the answer', () => {
    const [first] = problems([graded()]);
    expect(first?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).to.equal('https://example.com/');
    const second = problems([graded()]).find(({ ruleId }) => ruleId === 'second');
    expect(second?.locations?.[0]?.logicalLocations?.[0]?.fullyQualifiedName).to.equal('api#/servers/0');
    expect(
      problems([graded()]).find(({ ruleId }) => ruleId === 'honest')?.locations?.[0]?.physicalLocation?.artifactLocation?.uri,
    ).to.equal('https://example.com/thing');
  });

  it('has fingerprints that stay while the problem does, and differ by target, rule, code and place', () => {
    const prints = (results: readonly Result[]): unknown[] =>
      problems(results).map((problem) => problem.partialFingerprints?.['axproof/v2']);
    const one = judged({ first: 'fail' });
    expect(prints([judged({ first: 'fail' })])).to.deep.equal(prints([one]));
    const reworded = structuredClone(one);
    reworded.report!.verdict.checks[0]!.reason.text = 'said otherwise';
    reworded.report!.verdict.seed = 7;
    expect(prints([reworded])).to.deep.equal(prints([one]));
    const others = [
      judged({ second: 'fail' }),
      judged({ first: 'fail' }, 'dead'),
      { ...one, target: 'https://other.example' },
      { ...one, name: 'row 2' },
    ];
    expect(new Set([one, ...others].flatMap((result) => prints([result]))).size).to.equal(5);
  });

  it('has the same fingerprint wherever an operation was asked, and whichever element was at fault', () => {
    const print = (change: Partial<Finding> = {}, url = 'https://example.com/things/1'): unknown => {
      const finding: Finding = {
        code: 'broken',
        level: 'must',
        message: 'as the test says',
        operation: 'getThing',
        part: '/list/0/name',
        keyword: 'type',
      };
      const result = structuredClone(judged({ first: 'fail' }));
      result.report!.verdict.checks[0]!.findings = [{ ...finding, request: { method: 'GET', url }, ...change }];
      return problems([result])[0]?.partialFingerprints?.['axproof/v2'];
    };
    expect(print({ part: '/list/3/name' }, 'https://example.com/things/2')).to.equal(print());
    for (const change of [{ operation: 'getOther' }, { part: '/list/0/id' }, { keyword: 'minimum' }])
      expect(print(change), JSON.stringify(change)).to.not.equal(print());
  });

  it('has a run a pack, and says of the gate and of a run without a report', () => {
    const log = parsed([graded(), { ...unreachable, pack: { name: 'other', version: '1.0.0' } }, pinned(clean, false)]);
    expect(
      log.runs.map(({ automationDetails, invocations }) => [automationDetails?.id, invocations?.[0]?.executionSuccessful]),
    ).to.deep.equal([
      ['axproof/test/sample/', true],
      ['axproof/other/', false],
    ]);
    expect(log.runs[0]?.results?.at(-1)).to.deep.include({ ruleId: '(acceptance)', level: 'error' });
    expect(log.runs[1]?.invocations?.[0]?.toolExecutionNotifications?.[0]).to.deep.include({
      level: 'error',
      descriptor: { id: 'unreachable' },
    });
  });

  it('has one run a pack where targets of it had no report: viewers refuse two of one name', () => {
    const [run, ...others] = parsed([{ ...unreachable, pack: graded().pack, document: undefined }, graded()]).runs;
    expect([others, run?.invocations?.[0]?.executionSuccessful, run?.results?.length]).to.deep.equal([
      [],
      false,
      problems([graded()]).length,
    ]);
    expect(run?.tool.driver.rules?.filter(({ help }) => help)).to.have.length(pack.rules.length);
    expect(run?.properties?.runs).to.have.length(2);
  });

  it('says what a baseline knows', () => {
    const states = problems([{ ...judged({ first: 'fail', second: 'fail' }), known: ['first'] }]).map(({ ruleId, baselineState }) => [
      ruleId,
      baselineState,
    ]);
    expect(states).to.deep.equal([
      ['first', 'unchanged'],
      ['second', 'new'],
    ]);
    expect(problems([judged({ first: 'fail' })])[0]).not.to.have.property('baselineState');
  });

  it('stays SARIF whatever the target wrote', () => {
    const logs = PAYLOADS.map((text) => parsed(hostile(text)));
    logs.forEach(held);
    expect(faults(logs.slice(-12))).to.deep.equal([]);
  });
});
