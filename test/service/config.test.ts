// Settings: every wrong variable stops the service and is named, and the page for operators lists them all.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { AxproofError } from '../../src/contract/errors.ts';
import { readConfig } from '../../src/service/config.ts';
import { SETTINGS, type Setting } from '../../src/service/settings.ts';

function refused(env: Record<string, string>): AxproofError {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).to.be.instanceOf(AxproofError);
    return error as AxproofError;
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`);
}

/** One wrong value for each variable that can be wrong; those that take any text have none. */
const WRONG: Record<string, string[]> = {
  PORT: ['-1', '65536', '80.5', 'http', '8787;'],
  PUBLIC_URL: ['example.com', 'https://a.example/path', 'https://u@a.example', 'https://a.example:99999', 'ftp://a.example', 'http://['],
  DATABASE_URL: ['mysql://a', 'a', 'postgres://['],
  AXPROOF_ALLOW_PRIVATE: ['yes', '1'],
  AXPROOF_COOLDOWN: ['-1', '86401', 'soon'],
  AXPROOF_WORKERS: ['0', '65', '1.5'],
  AXPROOF_CONCURRENCY: ['0', '257'],
  AXPROOF_QUEUE: ['-1', '10001'],
  AXPROOF_CALLER_RUNS: ['0'],
  AXPROOF_CALLER_BURST: ['0'],
  AXPROOF_GATE_RUNS: ['0'],
  AXPROOF_GATE_BURST: ['0'],
  AXPROOF_CALLER_SPECS: ['0'],
  AXPROOF_CALLER_SPECS_BURST: ['0'],
  AXPROOF_CONTAINED: ['1', '65', '2.5'],
  AXPROOF_SHARED_RANGES: ['x'.repeat(20_001), '192.0.2.0/24, 192.0.2.1'],
  AXPROOF_ENGINE: ['temporal'],
  AXPROOF_RESTATE_INGRESS: [
    '127.0.0.1:8080',
    'http://a.example, http://b.example',
    'http://[',
    'http://a.example,http://[',
    'http://a.example,',
  ],
  AXPROOF_RESTATE_ADMIN: ['127.0.0.1:9070', 'http://a.example,http://x:99999'],
  AXPROOF_RESTATE_IDENTITY: ['secretkeyv1_x'],
  AXPROOF_WORKER_PORT: ['65536'],
  AXPROOF_WORKER_URL: ['workers:9080', 'http://workers:9080/path', 'http://['],
  AXPROOF_X402_FACILITATOR: [
    'facilitator.example',
    'https://u@facilitator.example/',
    'http://[',
    'http://x:99999/',
    'http://a b',
    'http://a.example/v 2',
  ],
  AXPROOF_X402_ACCEPTS: ['['],
  AXPROOF_ABUSE_CONTACT: ['a@b.example', 'http://a.example', 'https://x:99999/'],
  AXPROOF_RUN_TIME: ['0', '61'],
  AXPROOF_TRUST_PROXY: ['-1', '11', 'true'],
  METRICS_PORT: ['70000'],
  AXPROOF_USER_AGENT: ['a\nb', 'é'],
  AXPROOF_OPERATOR: ['x'.repeat(201)],
  AXPROOF_CONTACT: ['a@b.example', 'http://a.example', 'mailto:', 'https://', 'https://['],
  AXPROOF_UNISOLATED_SPECS: ['maybe'],
  AXPROOF_SELF_EVERY: ['9', '604801'],
  AXPROOF_SHUTDOWN: ['-1', '601'],
  LOG_LEVEL: ['loud'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'http://['],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['grpc://collector', 'http://x:99999'],
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: ['collector', 'https://:1'],
  OTEL_METRIC_EXPORT_INTERVAL: ['99', '3600001'],
};
/** Any text that is not empty. */
const FREE = ['HOST', 'AXPROOF_DATA', 'AXPROOF_KEYS', 'AXPROOF_METRICS_HOST', 'AXPROOF_WORKER_HOST'];
const names = Object.values(SETTINGS).map(({ name }) => name as string);

describe('the settings of the service', () => {
  it('are all tried here', () => {
    expect([...Object.keys(WRONG), ...FREE].sort()).to.deep.equal([...names].sort());
  });

  for (const [name, values] of Object.entries(WRONG))
    for (const value of values)
      it(`refuse ${name}=${JSON.stringify(value).slice(0, 40)} by name`, () => {
        const error = refused({ [name]: value });
        expect(error.code).to.equal('bad-config');
        expect(error.details).to.have.length(1);
        expect(error.details[0]).to.match(new RegExp(`^${name}\\b`));
      });

  it('name every fault at once', () => {
    expect(refused({ PORT: 'x', LOG_LEVEL: 'x', AXPROOF_QUEUE: 'x' }).details).to.have.length(3);
  });

  it('never show a password', () => {
    for (const url of ['mysql://u:hunter2@h', 'postgres://u:hunter2@['])
      expect(JSON.stringify(refused({ DATABASE_URL: url }).details)).to.not.include('hunter2');
  });

  it('that are wrong are not called missing beside what goes with them', () => {
    for (const [name, more] of [
      ['AXPROOF_X402_FACILITATOR', { AXPROOF_X402_ACCEPTS: '[]' }],
      ['AXPROOF_RESTATE_INGRESS', { AXPROOF_ENGINE: 'restate', DATABASE_URL: 'postgres://db/axproof' }],
    ] as const)
      expect(refused({ ...more, [name]: 'http://[' }).details).to.deep.equal([`${name}=http://[: expected an address that can be read`]);
  });

  it('take addresses as they are written elsewhere', () => {
    for (const [name, value] of [
      ['DATABASE_URL', 'postgres://u:p%40@a.example,b.example:5433/db?sslmode=require'],
      ['DATABASE_URL', 'postgresql:///db?host=/var/run/postgresql'],
      ['AXPROOF_RESTATE_INGRESS', 'http://a.example:8080,http://[::1]:8080/'],
      ['AXPROOF_X402_FACILITATOR', 'https://facilitator.example/v2/'],
      ['AXPROOF_CONTACT', 'mailto:ops@a.example'],
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:secret@collector:4318/base?x=1'],
    ] as const)
      expect(Object.values(readConfig({ [name]: value, ...(name.includes('X402') ? { AXPROOF_X402_ACCEPTS: '[]' } : {}) }))).to.include(
        value,
      );
  });

  it('hold for an empty environment, and where variables are set to nothing', () => {
    const plain = readConfig({});
    expect(plain).to.include({ port: 8787, host: '127.0.0.1', cooldown: 60, allowPrivate: false });
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).to.deep.equal(plain);
  });

  it('have no cooldown with private targets unless one is set', () => {
    expect(readConfig({ AXPROOF_ALLOW_PRIVATE: 'true' }).cooldown).to.equal(0);
    expect(readConfig({}, { allowPrivate: true }).cooldown).to.equal(0);
    expect(readConfig({ AXPROOF_COOLDOWN: '5' }, { allowPrivate: true }).cooldown).to.equal(5);
  });

  it('stand in docs/operating.md, each with its default', () => {
    const page = readFileSync(fileURLToPath(new URL('../../docs/operating.md', import.meta.url)), 'utf8');
    for (const { name, schema, meaning } of Object.values(SETTINGS) as Setting[]) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
      expect(row, name).to.include(meaning.replaceAll('|', '\\|'));
      if (schema.default !== undefined) expect(row, name).to.include(`\`${String(schema.default)}\``);
    }
  });
});
