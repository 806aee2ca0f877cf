// What a monitor reads out of reports: lies, the first failing check, keys that are about to end; and out of runs that came to none.
import { expect } from 'chai';
import type { Exchange, Pack, VerificationReport } from '../../../src/contract/generated/types.ts';
import type { Json } from '../../../src/contract/json.ts';
import { jcs } from '../../../src/json/jcs.ts';
import { whole } from '../../../src/report/written.ts';
import { endingKeys, leftBehind, newlyEnding, resultOfReport, resultWithoutReport } from '../../../src/service/monitors/reading.ts';
import { stored } from '../../report/html/samples.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-22T00:00:00.000Z');

function answered(...answers: Exchange['answer'][]): VerificationReport {
  const report = stored('good');
  const [first] = report.evidence.exchanges;
  const exchanges = answers.map(
    (answer): Exchange => ({ ...first!, request: { ...first!.request, url: 'https://example.com/jwks' }, answer }),
  );
  return { ...report, evidence: { ...report.evidence, exchanges } };
}

const keySet = (...keys: unknown[]): Exchange['answer'] => ({ status: 200, body: { text: JSON.stringify({ keys }) } });
const endOf = (days: number): number => (NOW + days * DAY) / 1000;

const deleted = (name: string, url: string, status: number): Exchange => ({
  names: [name],
  request: { method: 'DELETE', url, headers: {} },
  bytes: 0,
  redirects: [],
  url,
  answer: { status },
});

describe('what a monitor reads', () => {
  it('is the grade, what caps it, and the first check that fails', () => {
    const good = resultOfReport({ digest: 'sha256:1', content: whole(''), report: stored('good'), outline: stored('good') }, NOW);
    expect(good).to.include({ grade: 'A+', passed: null, report: 'sha256:1' }).and.to.not.have.any.keys('open', 'first');
    const liar = resultOfReport(
      { digest: 'sha256:2', content: whole(''), report: stored('liar-claims'), outline: stored('liar-claims') },
      NOW,
    );
    expect(liar.lies).to.have.length.greaterThan(0);
    expect(liar.first?.text).to.be.a('string');
    const blocked = resultOfReport({ digest: 'sha256:3', content: whole(''), report: stored('blocked'), outline: stored('blocked') }, NOW);
    expect(blocked.open).to.equal('inconclusive');
  });

  it('blames a target that cannot be reached, and nobody for anything else', () => {
    expect(resultWithoutReport('unreachable', NOW, 'sha256:0', false))
      .to.include({ grade: 'unreachable', passed: null })
      .and.to.not.have.property('open');
    expect(resultWithoutReport('unreachable', NOW, 'sha256:0', true)).to.include({ passed: false });
    for (const code of ['run-interrupted', 'internal', 'declined', 'gone'])
      expect(resultWithoutReport(code, NOW, 'sha256:0', true).open).to.equal(code);
  });

  it('judges a cleanup that is repeated by the last answer to each of its requests', () => {
    const pack: Pick<Pack, 'consent' | 'probes' | 'rules'> = {
      consent: 'writes',
      rules: [],
      probes: {
        sweep: { cleanup: true, delete: '/x', repeat: { most: 3 }, until: [{ select: '$.self.status' }] },
        pages: { cleanup: true, delete: '/y', repeat: { most: 3, merge: { url: '{{ $.self.json.next }}' } } },
      },
    };
    const left = (...answers: [string, number][]): readonly string[] | undefined => {
      const exchanges = answers.map(([name, status]) => deleted(name, `https://example.com/${name}`, status));
      return leftBehind(pack, { exchanges, unsent: [] })?.requests;
    };
    expect(left(['sweep', 409], ['sweep/1', 204]), 'a target that was not ready yet').to.equal(undefined);
    expect(left(['sweep', 202], ['sweep/1', 500])).to.deep.equal(['DELETE https://example.com/sweep/1: 500']);
    expect(left(['sweep[0]', 409], ['sweep[0]/1', 204], ['sweep[1]', 409])).to.deep.equal(['DELETE https://example.com/sweep[1]: 409']);
    expect(left(['pages', 409], ['pages/1', 204]), 'the first page is still there').to.deep.equal([
      'DELETE https://example.com/pages: 409',
    ]);
    expect(left(['sweepMore', 500], ['other', 500]), 'other probes').to.equal(undefined);
  });

  it('judges a cleanup of several candidates by the one that answered', () => {
    const candidates = [{ delete: '/v2/x' }, { delete: '/v1/x' }];
    const left = (until: object, ...statuses: number[]): readonly string[] | undefined => {
      const pack: Parameters<typeof leftBehind>[0] = {
        consent: 'writes',
        rules: [],
        probes: { sweep: { cleanup: true, firstOf: candidates as never, ...until } },
      };
      const exchanges = statuses.map((status, i) => deleted(`sweep[${i}]`, `https://example.com/${i}`, status));
      return leftBehind(pack, { exchanges, unsent: [] })?.requests;
    };
    expect(left({}, 405, 204), 'the second took it away').to.equal(undefined);
    expect(left({}, 404, 404), 'nothing is there').to.equal(undefined);
    expect(left({}, 405, 500)).to.deep.equal(['DELETE https://example.com/0: 405', 'DELETE https://example.com/1: 500']);
    expect(left({}, 500, 404), 'the second is another place').to.deep.equal(['DELETE https://example.com/0: 500']);
    const until = { until: [{ select: '$.self.status' }] };
    expect(left(until, 409, 404), 'the spec says what it waits for').to.equal(undefined);
    expect(left(until, 409, 500)).to.deep.equal(['DELETE https://example.com/1: 500']);
  });

  it('tells of a cleanup that was not sent because the id of what was made was masked', () => {
    const pack: Parameters<typeof leftBehind>[0] = { consent: 'writes', rules: [], probes: { sweep: { cleanup: true, delete: '/x' } } };
    const unsent = (detail: string) => [{ name: 'sweep', code: 'unresolved' as const, detail }];
    expect(leftBehind(pack, { exchanges: [], unsent: unsent('$.create.json.id selects 0 nodes') })).to.equal(undefined);
    expect(
      leftBehind(pack, { exchanges: [], unsent: unsent('$.create.json.id selects a value that was redacted') })?.requests,
    ).to.deep.equal(['sweep: not sent, since $.create.json.id selects a value that was redacted']);
  });

  it('names keys in text that can be stored, whatever they are called', () => {
    for (const kid of ['\ud800', 'a\udfff', `${'x'.repeat(99)}\u{1f600}`, '\u202e\u0000', { a: 1 }]) {
      const [ending] = endingKeys(answered(keySet({ kid, exp: endOf(3) })), NOW);
      expect(() => jcs(ending as unknown as Json), JSON.stringify(kid)).to.not.throw();
      expect(ending?.what).to.match(/^the key [^\p{Surrogate}\p{Cc}]+$/u);
    }
  });

  it('names keys and certificates that end within two weeks, each once', () => {
    const soon = new Date(NOW + 10 * DAY).toISOString();
    const report = answered(
      { status: 200, tls: { validTo: soon } },
      { status: 200, tls: { validTo: soon } },
      { status: 200, tls: { validTo: new Date(NOW + 15 * DAY).toISOString() } },
      keySet(
        { kid: 'soon', exp: endOf(13) },
        { kid: 'later', exp: endOf(20) },
        { kid: 'over', exp: endOf(-1) },
        { kid: 'odd', exp: 'x' },
        null,
      ),
      { status: 200, body: { text: '{"keys": [{"exp": 1' } },
    );
    expect(endingKeys(report, NOW).map(({ what, at }) => [what, at])).to.deep.equal([
      ['the certificate of example.com', soon],
      ['the key soon at https://example.com/jwks', new Date(NOW + 13 * DAY).toISOString()],
    ]);
  });

  it('tells of each key once, however many a target publishes, and of every certificate', () => {
    const soon = new Date(NOW + 10 * DAY).toISOString();
    const many = Array.from({ length: 1000 }, (_, i) => ({ kid: `k${i}`, exp: endOf(3) }));
    const report = answered(keySet(...many), { status: 200, tls: { validTo: soon } });
    const first = newlyEnding(report, [], NOW);
    expect([first.told[0]?.what, first.told.length]).to.deep.equal(['the certificate of example.com', 51]);
    const second = newlyEnding(report, first.alerted, NOW + 60_000);
    expect(second).to.deep.equal({ told: [], alerted: first.alerted });
    const later = newlyEnding(answered(keySet({ kid: 'next', exp: endOf(12) })), second.alerted, NOW + 4 * DAY);
    expect(later.told.map(({ what }) => what)).to.deep.equal(['the key next at https://example.com/jwks']);
    expect(later.alerted).to.have.length(2);
  });

  it('keeps no word of the target in mind: a takedown could not find it there', () => {
    const renewed = newlyEnding(answered({ status: 200, tls: { validTo: new Date(NOW + 8 * DAY).toISOString() } }), [], NOW);
    const report = answered(
      { status: 200, tls: { validTo: new Date(NOW + 9 * DAY).toISOString() } },
      keySet({ kid: 'jane-doe', exp: endOf(3) }),
    );
    const { told, alerted } = newlyEnding(report, renewed.alerted, NOW);
    expect(told.map(({ what }) => what)).to.deep.equal(['the key jane-doe at https://example.com/jwks']);
    expect(alerted).to.have.length(3);
    expect(alerted.join(' ')).to.not.match(/jane|example|jwks/);
  });

  it('tells once of a certificate that is renewed every few days, and again when one is left to its last day', () => {
    const seen = (validTo: number): VerificationReport => answered({ status: 200, tls: { validTo: new Date(validTo).toISOString() } });
    const told: number[] = [];
    let alerted: string[] = [];
    const look = (at: number, validTo: number): void => {
      const found = newlyEnding(seen(validTo), alerted, at);
      alerted = found.alerted;
      if (found.told.length > 0) told.push((at - NOW) / DAY);
    };
    // Six days each, renewed after three, looked at four times a day.
    for (let quarter = 0; quarter < 120; quarter++) look(NOW + (quarter * DAY) / 4, NOW + (Math.floor(quarter / 12) * 3 + 6) * DAY);
    expect(told).to.deep.equal([0]);
    expect(alerted).to.have.length.at.most(3);
    // The last one ends after 33 days.
    for (let quarter = 120; quarter < 132; quarter++) look(NOW + (quarter * DAY) / 4, NOW + 33 * DAY);
    expect(told).to.deep.equal([0, 32]);
  });
});
