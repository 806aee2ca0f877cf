// axproof pack migrate: carries a pack of an older engine over to this one, prints both digests and the verdicts that change, and writes the result to --out.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../contract/digest.ts';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import { readLocalSpec } from '../../gate/local-spec.ts';
import { jcs } from '../../json/jcs.ts';
import { at, tokensOf } from '../../json/pointer.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { formatFinding } from '../../pack/finding.ts';
import { loadPack, loadPackDocument } from '../../pack/load.ts';
import { folderTexts } from '../../pack/migrate/folder-texts.ts';
import { type Migrated, migrate } from '../../pack/migrate/migrate.ts';
import { readPack } from '../../pack/read/load-folder.ts';
import { bundledPack, packPath } from '../../run/bundled.ts';
import { type ReleasedPack, releasedPacks, successorOf } from '../../run/released.ts';
import { makeFolder, readText, writeText } from './files.ts';
import type { Io } from './io.ts';
import { differencesText, judgeBy, judgementOf } from './judgements.ts';
import { openReport } from './open-report.ts';

/** What the migrated pack says of evidence that the old one judged. digest: that of the old pack, which the report has to be of. */
async function compareReport(file: string, pack: LoadedPack, digest: string): Promise<string> {
  const { report } = openReport(file);
  const made = report.verdict.pack.digest;
  if (made !== digest) throw new AxproofError('other-pack', `${file} was made with ${quote(made, 80)}; the pack to migrate is ${digest}`);
  return differencesText(file, judgementOf(report), await judgeBy(pack, report));
}

/** digest: what the folder has to have when it is read again. Throws bad-pack where it has another. */
function writeFolder(from: string, to: string, migrated: Migrated, digest: string): void {
  const { resolved } = readPack(from, { bundled: bundledPack });
  if (!resolved) throw new AxproofError('bad-pack', `${from} cannot be read`);
  const texts = new Map(readdirSync(from).map((name) => [join(from, name), readText(join(from, name))]));
  const written = folderTexts(texts, resolved, migrated);
  makeFolder(to);
  for (const [name, text] of written) writeText(join(to, name), text);
  const { pack, findings } = loadPack(to, { bundled: bundledPack });
  if (pack?.digest === digest) return;
  throw new AxproofError('bad-pack', `${to}, as it was written, is not the migrated pack`, [
    ...findings.map(formatFinding),
    'write it as one document instead: --out FILE.json',
  ]);
}

export interface MigrateOptions {
  out?: string;
  reports?: string[];
}

const text = (value: unknown): string => quote(value === undefined ? 'nothing' : jcs(value), 300);

/** Rules by their ids: an index alone says little. */
function namePlace(document: unknown, place: string): string {
  const [list, index] = tokensOf(place);
  const id = list === 'rules' && index !== undefined ? at(document, `/rules/${index}/id`) : undefined;
  return quote(place, 200) + (typeof id === 'string' ? ` (${quote(id, 80)})` : '');
}

function migrationText({ document, changes, left, judges }: Migrated): string {
  const changed = changes.map(
    ({ place, was, value, why }) => `  ${namePlace(document, place)}: ${text(was)} -> ${text(value)}\n    ${why}\n`,
  );
  const open = left.map(({ place, why }) => `  ${namePlace(document, place)}: ${text(at(document, place))}\n    ${why}\n`);
  return [
    `changed, ${changes.length}:\n${changed.join('')}`,
    left.length === 0 ? '' : `left as it is and judged otherwise, ${left.length}:\n${open.join('')}`,
    `judged otherwise by engine ${document.engine}, whatever the pack says:\n${judges.map((one) => `  ${one}\n`).join('')}`,
  ].join('');
}

const digests = (was: string, is: string): string =>
  `old digest  ${was}\nnew digest  ${is}\nratify the new digest again: it is another spec\n`;

async function tellReports(files: readonly string[] | undefined, pack: LoadedPack, was: string, io: Io): Promise<void> {
  for (const file of files ?? []) io.out(await compareReport(file, pack, was));
}

/** A released pack that no longer ships has a successor, and nothing of its own to rewrite. */
async function migrateReleased(known: ReleasedPack, options: MigrateOptions, io: Io): Promise<number> {
  const next = await successorOf(known);
  if (!next) throw new AxproofError('unknown-pack', `${known.name} ${known.version} does not ship any more, and nothing followed it`);
  const { name, version, engine } = next.document;
  io.out(`${known.name} ${known.version}: engine ${known.engine} -> ${name} ${version}: engine ${engine}\n`);
  if (next.digest === known.digest) {
    io.out(`${next.digest}\nit ships as it is: there is nothing to migrate\n`);
    return EXIT.ok;
  }
  io.out(digests(known.digest, next.digest));
  io.out('the released pack does not ship any more: the new digest is that of the pack which followed it\n');
  await tellReports(options.reports, next, known.digest, io);
  if (options.out !== undefined) write(options.out, next.document, io);
  return EXIT.ok;
}

function write(out: string, document: unknown, io: Io): void {
  writeText(out, jcs(document));
  io.out(`written to ${quote(out)}\n`);
}

/** What does not load is no spec that anybody could ratify: it is not written, and its digest is not shown. */
function loaded({ document }: Migrated): LoadedPack {
  try {
    return loadPackDocument(document);
  } catch (error) {
    if (!(error instanceof AxproofError) || error.code !== 'bad-pack') throw error;
    throw new AxproofError('bad-pack', 'the migrated pack does not load: what follows needs a hand, in the old pack', error.details);
  }
}

const isFile = (out: string): boolean => /\.json$/i.test(out);

/** Where the result goes is settled before anything is said. */
function checkOut(out: string | undefined, folder: boolean): void {
  if (out === undefined || isFile(out)) return;
  if (!folder) throw new AxproofError('bad-usage', 'a resolved pack is written as one document: --out FILE.json');
  if (existsSync(out)) throw new AxproofError('bad-usage', `${out} is there already: name a new folder`);
}

/** As a bundled name, one of a release wins over a file of that name. */
const findReleased = (where: string): ReleasedPack | undefined =>
  releasedPacks().find(({ name, version, digest }) => where === digest || where === `${name}@${version}`);

export async function packMigrate(where: string, options: MigrateOptions, io: Io): Promise<number> {
  const known = findReleased(where);
  if (known) return migrateReleased(known, options, io);
  const path = packPath(where);
  const folder = statSync(path).isDirectory();
  const { out } = options;
  checkOut(out, folder);
  const { document: old } = readLocalSpec(where);
  const migrated = migrate(old);
  const [was, is] = [sha256(jcs(old)), sha256(jcs(migrated.document))];
  const { name, version } = migrated.document;
  io.out(`${quote(String(name), 80)} ${quote(String(version), 40)}: engine ${migrated.from} -> ${migrated.to}\n`);
  if (migrated.from === migrated.to) {
    io.out(`${is}\nit is of this engine: there is nothing to migrate\n`);
    return EXIT.ok;
  }
  io.out(migrationText(migrated));
  const pack = loaded(migrated);
  io.out(digests(was, is));
  await tellReports(options.reports, pack, was, io);
  if (out === undefined) io.out('nothing is written without --out\n');
  else if (isFile(out)) write(out, migrated.document, io);
  else {
    writeFolder(path, out, migrated, is);
    io.out(`written to ${quote(out)}\n`);
  }
  return EXIT.ok;
}
