// JUnit XML: libxml2 holds it against a strict schema, whatever the target wrote, and its counts and names are what CI systems go by.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { XmlDocument, type XmlElement, XsdValidator } from 'libxml2-wasm';
import { visible } from '../../src/contract/quote.ts';
import { junit } from '../../src/report/junit.ts';
import type { Result } from '../../src/report/result.ts';
import { graded, hostile, PAYLOADS, pinned, unreachable } from './results.ts';
import { clean } from './sample.ts';

const xsd = XmlDocument.fromString(readFileSync(new URL('./junit.xsd', import.meta.url), 'utf8'));
const validator = XsdValidator.fromDoc(xsd);

/** Parses, validates, and hands the document over; libxml2 throws with line and reason. */
function valid<T>(text: string, look: (document: XmlDocument) => T): T {
  const document = XmlDocument.fromString(text);
  try {
    validator.validate(document);
    return look(document);
  } finally {
    document.dispose();
  }
}

const attributes = (node: XmlElement): Record<string, string> => Object.fromEntries(node.attrs.map((attr) => [attr.name, attr.value]));
const all = (document: XmlDocument, path: string): Record<string, string>[] =>
  document.find(path).map((node) => attributes(node as XmlElement));

const cases = (results: readonly Result[]): string[][] =>
  valid(junit(results), (document) =>
    document.find('//testcase').map((node) => {
      const outcome = (node as XmlElement).get('*') as XmlElement | null;
      const { classname, name } = attributes(node as XmlElement);
      return [classname!, name!, outcome?.name ?? ''];
    }),
  );

describe('junit', () => {
  it('maps fail, inconclusive and not-applicable, honesty checks too', () => {
    const classname = 'axproof.test_sample.example_com';
    expect(cases([graded()])).to.deep.equal([
      [classname, 'first', ''],
      [classname, 'second', 'failure'],
      [classname, 'third', 'error'],
      [classname, 'fourth', 'skipped'],
      [classname, 'honest', 'failure'],
      [classname, 'truthful', 'error'],
    ]);
  });

  it('counts what it lists', () => {
    const [suite] = valid(junit([graded()]), (document) => all(document, '//testsuite'));
    expect(suite).to.deep.include({ tests: '6', failures: '2', errors: '2', skipped: '1' });
    expect(suite).not.to.have.property('time');
    const timed = valid(junit([{ ...graded(), duration: 1236.4 }, graded()]), (document) => [
      ...all(document, '/testsuites'),
      ...all(document, '//testsuite'),
    ]);
    expect(timed.map(({ time }) => time)).to.deep.equal(['1.236', '1.236', undefined]);
    expect(timed[0]).to.deep.include({ tests: '12', failures: '4', errors: '4' });
  });

  it('says grade, seed and digest as properties, and the gate’s word where there is one', () => {
    const facts = (result: Result): Record<string, string> =>
      Object.fromEntries(valid(junit([result]), (document) => all(document, '//property').map(({ name, value }) => [name!, value!])));
    expect(facts(graded())).to.include({ grade: 'F', seed: '42', 'pack.digest': `sha256:${'ab'.repeat(32)}`, mode: 'advisory-local' });
    expect(facts(graded())).not.to.have.any.keys('passed', 'ratified');
    expect(facts(pinned(clean, true))).to.include({ passed: 'true', ratified: 'true' });
    expect(facts(pinned(clean, false))).to.include({ passed: 'false', ratified: 'false' });
    expect(facts(unreachable)).to.include({ error: 'unreachable' });
  });

  const gates: [string, Result, string][] = [
    ['passes', pinned(clean, true), ''],
    ['is not ratified although every check passes', pinned(clean, false), 'failure'],
    [
      'has a check that fails',
      pinned({ ...clean, checks: clean.checks.map((c, i) => (i ? c : { ...c, verdict: 'fail' as const })) }, true),
      'failure',
    ],
    [
      'could not be seen',
      pinned(
        { ...clean, conclusive: false, checks: clean.checks.map((c, i) => (i ? c : { ...c, verdict: 'inconclusive' as const })) },
        true,
      ),
      'error',
    ],
  ];
  for (const [name, result, outcome] of gates) {
    it(`has a test of the gate that is ${outcome || 'good'} when it ${name}`, () => {
      expect(cases([result])[0]?.slice(1)).to.deep.equal(['(acceptance)', outcome]);
    });
  }

  it('has one test, in error, where there is no report', () => {
    expect(cases([unreachable])).to.deep.equal([['axproof.test_sample.example_com', '(run)', 'error']]);
  });

  it('names equal results apart, and the same from run to run', () => {
    const named: Result[] = [
      graded(),
      graded(),
      { ...graded(), name: '2' },
      graded(),
      { ...unreachable, target: 'http://127.0.0.1:8080' },
      unreachable,
    ];
    const names = [...new Set(cases(named).map(([classname]) => classname))];
    expect(names).to.deep.equal([
      'axproof.test_sample.example_com',
      'axproof.test_sample.example_com.3',
      'axproof.test_sample.example_com.2',
      'axproof.test_sample.example_com.4',
      'axproof.test_sample.http_127_0_0_1_8080',
      'axproof.test_sample.example_com.5',
    ]);
    expect(junit(named)).to.equal(junit(structuredClone(named)));
  });

  it('stays valid and means the same whatever the target wrote', () => {
    const shape = (texts: readonly string[]): string[][] => cases(texts.flatMap(hostile)).map(([, name, outcome]) => [name!, outcome!]);
    const plain = shape(['plain']);
    expect(shape(PAYLOADS)).to.deep.equal(PAYLOADS.flatMap(() => plain));
    const text = junit(PAYLOADS.flatMap(hostile));
    expect(visible(text, '\n')).to.equal(text);
  });

  it('is held against a schema that refuses what Jenkins refuses', () => {
    const good = junit([graded()]);
    for (const [from, to] of [
      ['<testsuites ', '<testsuites skipped="1" '],
      ['<testcase ', '<testcase file="x" '],
      [' tests="6"', ''],
      ['<property name="seed" value="42"/>', '<property name="seed">42</property>'],
    ] as const) {
      expect(good).to.include(from);
      expect(() => valid(good.replace(from, to), () => 0), to).to.throw();
    }
  });

  it('is an empty list where there are no results', () => expect(cases([])).to.deep.equal([]));
});
