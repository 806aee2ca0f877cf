// axproof serve and axproof worker: start a process, say where to look, and stop it when they are told to. They decide no exit status but their own.
import { aborted } from 'node:util';
import { AxproofError, ERRORS, EXIT } from '../contract/errors.ts';
import { quote } from '../contract/quote.ts';
import type { Io } from '../mounts/cli/io.ts';
import type { ServeFlags } from '../mounts/cli/service-build.ts';
import { readConfig, strayNames } from '../service/config.ts';
import type { RunningService, ServeOptions } from './places.ts';
import { serve } from './serve.ts';
import { work } from './worker.ts';

const whereToLook = ({ url, metricsUrl }: RunningService, publicUrl: string | undefined): string =>
  [
    `axproof serves ${publicUrl ?? url}/${publicUrl === undefined ? '' : ` on ${url}`}`,
    `  ${url}/example.com    the grade of a domain`,
    `  ${url}/self    this service, graded by itself and signed`,
    `  ${url}/openapi.json    every route`,
    `  ${metricsUrl}    figures for Prometheus`,
    'Ctrl-C stops it: runs under way are finished first.',
    '',
  ].join('\n');

/** The first signal was heard by then; the next ends the process where it stands. */
function leaveAtNextSignal(): () => void {
  const leave = (): never => process.exit(EXIT.interrupted);
  process.on('SIGINT', leave).on('SIGTERM', leave);
  return () => void process.off('SIGINT', leave).off('SIGTERM', leave);
}

async function untilTold({ close }: RunningService, shutdown: number, io: Io): Promise<number> {
  await aborted(io.signal, io.signal);
  const stay = leaveAtNextSignal();
  io.err(`axproof: stopping within ${shutdown} s; a second signal stops at once\n`);
  const failure = await close().then(
    () => undefined,
    (error: unknown) => error,
  );
  stay();
  if (failure === undefined) return EXIT.ok;
  const { code, message } = failure instanceof AxproofError ? failure : new AxproofError('internal', String(failure));
  io.err(`axproof: ${code}: it stopped, and not everything could be put away: ${message}\n  Runs that had not ended are taken up again.\n`);
  return ERRORS[code].exit;
}

function tellStrays(io: Io): void {
  const names = strayNames({ ...io.env });
  if (names.length > 0)
    io.err(
      `axproof: no settings, and read by nothing: ${names.map((name) => quote(name, 80)).join(', ')} (docs/operating.md has them all)\n`,
    );
}

export async function serveCommand(flags: ServeFlags, io: Io, options: ServeOptions = {}): Promise<number> {
  tellStrays(io);
  const config = readConfig({ ...io.env }, flags);
  const served = await serve(config, options);
  io.out(whereToLook(served, config.publicUrl));
  return untilTold(served, config.shutdown, io);
}

export async function workerCommand(io: Io, options: ServeOptions = {}): Promise<number> {
  tellStrays(io);
  const config = readConfig({ ...io.env });
  const working = await work(config, options);
  io.out(
    `axproof takes runs on ${working.url}\n  ${working.metricsUrl}    figures for Prometheus\nCtrl-C stops it: runs under way are finished first.\n`,
  );
  return untilTold(working, config.shutdown, io);
}
