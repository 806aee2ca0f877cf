// Reports of real runs as files: unsigned, signed by the test key, or changed by somebody who puts the digests right again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attest } from '../../src/attest/issue.ts';
import type { Signer } from '../../src/attest/sign.ts';
import type { FixtureTarget, VerificationReport } from '../../src/contract/generated/types.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { buildReport, reportText } from '../../src/report/build.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { fixtureOrigin } from '../../src/transport/fixture/routes.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { signer } from '../attest/signed.ts';
import { packsBy } from '../packs.ts';
import { built } from '../service/built.ts';
import { ROOT } from '../sources.ts';

const { default: name } = JSON.parse(readFileSync(join(ROOT, 'rules/bundle.json'), 'utf8')) as { default: string };
/** Folder of the default pack. */
export const PACK = join(ROOT, 'rules', name);
/** What the tests' clock says, and when reports are issued unless said. */
export const NOW = '2026-11-21T00:00:00.000Z';

export const written = (target: string): FixtureTarget => loadFixture(join(ROOT, 'fixtures/targets', `${target}.yaml`));

export interface Options {
  pack?: LoadedPack;
  seed?: number;
  at?: string;
}

let opened: Promise<LoadedPack> | undefined;

/** The default pack as the built command line finds it, opened once: its checks are compiled by the build, and would else be at every report. */
export async function standard(): Promise<LoadedPack> {
  opened ??= (await built()).openPack(undefined);
  return opened;
}

let packAt: ReturnType<typeof packsBy> | undefined;

/** The pack in a folder, as the built command line reads it. */
export async function packIn(folder: string): Promise<LoadedPack> {
  packAt ??= packsBy((await built()).loadPack);
  return packAt(folder);
}

/** A run of the built product, under the default pack unless another is given. */
export async function report(target: FixtureTarget, { pack, seed = 7, at = NOW }: Options = {}): Promise<VerificationReport> {
  const options = {
    pack: pack ?? (await standard()),
    target: fixtureOrigin(target),
    seed,
    seedOrigin: 'caller',
    transport: fixture(target),
    version: '0.0.0',
    ...(pack?.document.consent ? { consent: { by: 'operator' as const } } : {}),
  } as const;
  return (await built()).run({ ...options, now: () => at });
}

export type Change = (report: VerificationReport) => void;

/** The report after a change, with every digest put right: what a forger without a key can make. */
export function forged(whole: VerificationReport, change: Change): VerificationReport {
  const copy = structuredClone(whole);
  change(copy);
  const { verdict, evidence, issued, attestation } = copy;
  return { ...buildReport({ verdict, evidence, issued }), ...(attestation ? { attestation } : {}) };
}

/** The report as a service would issue it. */
export async function signed(
  whole: VerificationReport,
  by: Signer = signer(),
  now = Date.parse(whole.issued.at),
): Promise<VerificationReport> {
  const { verdict, evidence, issued } = whole;
  return (await attest(buildReport({ verdict, evidence, issued: { ...issued, mode: 'attested-remote' } }), by, now)).report;
}

/** Writes the stored form and gives the file's path. */
export function saved(file: string, whole: VerificationReport): string {
  writeFileSync(file, reportText(whole));
  return file;
}
