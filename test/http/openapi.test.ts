// The service's own OpenAPI document: two validators of others accept it, and it names every route and every problem that the code knows.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { LIMITS } from '../../src/contract/limits.ts';
import { SURFACES } from '../../src/service/description.ts';
import { needsSystemPackages, systemFile } from '../system-packages.ts';
import { ask } from './ask.ts';
import { mounted, type Place } from './served.ts';

const REDOCLY = systemFile('@redocly/cli', 'bin/cli.js');
/** The linter would ask for news of itself. */
const SILENT = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
/**
 * What stays as a warning under the recommended rules: two paths of the contract that only their words tell apart, paid routes that have
 * nothing but an offer, documents that nothing can refuse, and schemas that forbid members together (`not: {required}`), whose properties stand beside them.
 */
const KNOWN = [
  'operation-4xx-response',
  'no-ambiguous-paths',
  'no-required-schema-properties-undefined',
  'operation-2xx-response',
  'no-server-example.com',
];

describe('the OpenAPI document of the service', function () {
  this.timeout(60_000);
  let place: Place;
  let text = '';
  let document: {
    paths: Record<string, Record<string, { operationId: string; tags: string[]; security?: object[]; responses: Record<string, unknown> }>>;
  };
  before(async () => {
    place = await mounted({});
    ({ text } = await ask(`${place.url}/openapi.json`));
    document = JSON.parse(text) as typeof document;
  });
  after(() => place.close());

  it('passes the linter of redocly', function () {
    needsSystemPackages(this);
    const folder = mkdtempSync(join(tmpdir(), 'axproof-openapi-'));
    try {
      writeFileSync(join(folder, 'openapi.json'), text);
      const { status, stdout, stderr } = spawnSync(process.execPath, [REDOCLY, 'lint', 'openapi.json', '--format=json'], {
        cwd: folder,
        env: { ...process.env, ...SILENT },
        encoding: 'utf8',
      });
      const { problems, totals } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[]; totals: unknown };
      const others = problems.filter(({ ruleId }) => !KNOWN.includes(ruleId));
      expect(others.map(({ ruleId, message }) => `${ruleId}: ${message}`)).to.deep.equal([]);
      expect(totals).to.include({ errors: 0 });
      expect(status, stderr).to.equal(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is short enough to be read to its end by a probe, our own among them', () => {
    expect(Buffer.byteLength(text)).to.be.below(LIMITS.defaultBodyBytes * 0.9);
  });

  it('passes a second validator', async () => {
    const result = await new Validator().validate(JSON.parse(text));
    expect(result.errors ?? []).to.deep.equal([]);
    expect(result.valid).to.equal(true);
  });

  it('names every surface that the service publishes', () => {
    const own = new Set(Object.keys(document.paths));
    expect(SURFACES.map(({ path }) => path).filter((path) => !own.has(path))).to.deep.equal([]);
  });

  it('declares 401 on paid routes alone, and 402 on those and on specs that write', () => {
    const with402: string[] = [];
    for (const operations of Object.values(document.paths))
      for (const { operationId, responses, tags, security } of Object.values(operations)) {
        if ('401' in responses) expect(tags, operationId).to.deep.equal(['paid']);
        expect(security !== undefined, operationId).to.equal('401' in responses);
        if ('402' in responses) with402.push(operationId);
      }
    expect(with402.sort()).to.deep.equal([
      'attestedRunOffer',
      'functionalTest',
      'history',
      'monitor',
      'monitorState',
      'resendAlert',
      'stopMonitor',
      'verify',
    ]);
  });

  it('declares what each route answers to a body that it does not read', async () => {
    const open = await mounted({ entitled: async () => ({}) as never });
    try {
      for (const [path, operations] of Object.entries(document.paths))
        for (const [method, { operationId, responses }] of Object.entries(operations)) {
          if (method === 'get') continue;
          const at = `${open.url}${path.replaceAll(/[{}]/g, '')}`;
          for (const [type, status] of Object.entries({ 'text/plain': 415, 'application/json': 400 })) {
            const answer = await ask(at, {
              method: method.toUpperCase(),
              headers: { 'content-type': type, 'content-length': '1' },
              body: '{',
            });
            expect(answer.status, operationId).to.equal(status);
            expect(responses, operationId).to.have.property(String(status));
          }
        }
    } finally {
      await open.close();
    }
  });
});
