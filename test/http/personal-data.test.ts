// What is kept of people: nothing of theirs in permanent evidence, callers for a day, and what an operator takes down is gone.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import Database from 'libsql';
import { takedown } from '../../src/start/takedown.ts';
import { ask } from './ask.ts';
import { served, type Whole } from './served.ts';

const CALLER = '203.0.113.77';
const PERSONAL = ['jane.doe@people.example', ['ghp', '0123456789abcdefghijABCDEFGHIJ012345'].join('_'), 'session-of-jane-8731'];
const MARK = 'the-words-of-this-very-site';
const DAY = 86_400_000;

describe('personal data', function () {
  this.timeout(60_000);
  let whole: Whole;
  let site: Server;
  let report: string;
  let evidence: string;
  const env = (): Record<string, string> => ({ AXPROOF_DATA: join(whole.keys, '../data'), AXPROOF_KEYS: whole.keys });

  function read<T>(look: (database: Database.Database) => T): T {
    const database = new Database(join(whole.keys, '../data/axproof.db'), { readonly: true } as never);
    try {
      return look(database);
    } finally {
      database.close();
    }
  }
  const rowsOf = (table: string): Record<string, unknown>[] =>
    read((database) => database.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[]);

  /** Every row of every table, as text. */
  function stored(): string {
    const tables = read((database) => database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[]);
    const values = tables.flatMap(({ name }) => rowsOf(name)).flatMap(Object.values);
    return values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value))).join('\n');
  }

  before(async () => {
    whole = await served({ AXPROOF_TRUST_PROXY: '1' });
    site = createServer((request, response) => {
      const [mail, token, session] = PERSONAL;
      response.setHeader('set-cookie', `sid=${session}; Path=/`);
      if (request.url === '/llms.txt')
        response.setHeader('content-type', 'text/markdown').end(`# ${MARK}\n\n> A.\n\n## B\n\n- [Team](/team)\n`);
      else if (request.url === '/team') response.setHeader('content-type', 'text/html').end(`<p>${MARK} ${mail} ${token}</p>`);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': CALLER, 'idempotency-key': 'a-key-of-a-caller' };
    const answer = await ask(`${whole.url}/verify`, { method: 'POST', headers, body: JSON.stringify({ target: host }) });
    evidence = answer.json().evidence.digest;
    report = /\/reports\/(sha256:[0-9a-f]{64})>/.exec(String(answer.headers.link))![1]!;
  });
  after(async () => {
    site.close();
    await whole.close();
  });

  it('of the pages of a site stands masked in its evidence, report and store', async () => {
    const texts = [(await ask(`${whole.url}/evidence/${evidence}`)).text, (await ask(`${whole.url}/reports/${report}`)).text, stored()];
    expect(texts[0]).to.include('/team').and.include(MARK);
    for (const text of texts) for (const secret of PERSONAL) expect(text).not.to.include(secret);
  });

  it('of callers is a hash of their address beside a budget and a key, for a day', async () => {
    expect(stored()).not.to.include(CALLER).and.not.include('a-key-of-a-caller');
    expect([rowsOf('budget').length > 0, rowsOf('idempotency').length]).to.deep.equal([true, 1]);
    await whole.store.sweep(Date.now() + DAY + 3_600_000, { eventsFor: DAY, budgetsFor: DAY, packsFor: DAY, resultsFor: DAY });
    expect([rowsOf('budget'), rowsOf('idempotency')]).to.deep.equal([[], []]);
  });

  it('is taken down by the operator with the report and its evidence, and a signed tombstone says so', async () => {
    const said: string[] = [];
    const io = { out: (text: string) => said.push(text), now: () => new Date().toISOString(), env: env() } as never;
    expect(await takedown({ digest: evidence, kind: 'evidence', reason: 'a person asked for it' }, io)).to.equal(0);
    expect(said.join('')).to.include(evidence).and.include(report);
    expect(stored()).not.to.include(MARK);
    for (const path of [`/evidence/${evidence}`, `/reports/${report}`]) {
      let gone = await ask(`${whole.url}${path}`);
      for (let i = 0; i < 100 && gone.status !== 410; i++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        gone = await ask(`${whole.url}${path}`);
      }
      expect(gone.status, path).to.equal(410);
      expect(gone.text).to.include('a person asked for it').and.not.include(MARK);
    }
  });
});
