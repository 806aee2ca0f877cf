// axproof serve: starts the service, says where to look, and stops it when it is told to. It decides no exit status but its own.
import { EXIT } from '../contract/errors.ts';
import type { Io } from '../mounts/cli/io.ts';
import type { ServeFlags } from '../mounts/cli/service-build.ts';
import { readConfig } from '../service/config.ts';
import { type Served, type ServeOptions, serve } from './serve.ts';

const whereToLook = ({ url, metricsUrl }: Served, publicUrl: string | undefined): string =>
  [
    `axproof serves ${publicUrl ?? url}/${publicUrl === undefined ? '' : ` on ${url}`}`,
    `  ${url}/example.com    the grade of a domain`,
    `  ${url}/self    this service, graded by itself and signed`,
    `  ${url}/openapi.json    every route`,
    `  ${metricsUrl}    figures for Prometheus`,
    'Ctrl-C stops it: runs under way are finished first.',
    '',
  ].join('\n');

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** The first signal was heard by then; the next ends the process where it stands. */
function leaveAtNextSignal(): () => void {
  const leave = (): never => process.exit(EXIT.interrupted);
  process.on('SIGINT', leave).on('SIGTERM', leave);
  return () => void process.off('SIGINT', leave).off('SIGTERM', leave);
}

export async function serveCommand(flags: ServeFlags, io: Io, options: ServeOptions = {}): Promise<number> {
  const config = readConfig({ ...io.env }, flags);
  const served = await serve(config, options);
  io.out(whereToLook(served, config.publicUrl));
  await aborted(io.signal);
  const stay = leaveAtNextSignal();
  io.err(`axproof: stopping within ${config.shutdown} s; a second signal stops at once\n`);
  await served.close();
  stay();
  return EXIT.ok;
}
