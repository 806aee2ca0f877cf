// Whether a command asks a deployed service instead of judging here, and which options go with that. It opens nothing.
import { AxproofError } from '../../../contract/errors.ts';
import type { ServiceAsked } from '../../../report/again.ts';

/** The same, once it is known that a service is asked. */
export type AskedRemote = ServiceAsked & { service: string };

/** What a report's command of the same run has to say of the service. */
export const serviceAsked = ({ service, jwks, trust, maxAge, allowUnsigned, timeout }: ServiceAsked): ServiceAsked => ({
  service,
  jwks,
  trust,
  maxAge,
  allowUnsigned,
  timeout,
});

const LOCAL_SECONDS = 60;

/** Throws bad-usage where a run here would be given longer than a run may take. */
export function refuseLongRun(timeout = 0): void {
  if (timeout > LOCAL_SECONDS) throw new AxproofError('bad-usage', `--timeout of a run here is at most ${LOCAL_SECONDS} seconds`);
}

/** An option as it is typed. */
export const optionName = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * Whether a service is to be asked. `local` are the options that mean something only where the run happens here: what a service cannot be told is
 * refused rather than left out in silence. Throws bad-usage.
 */
export function asksService<T extends ServiceAsked>(options: T, local: readonly (keyof T & string)[]): options is T & AskedRemote {
  const given = (names: readonly (keyof T & string)[]): string | undefined => names.find((name) => options[name] !== undefined);
  if (options.service !== undefined) {
    const useless = given(local);
    if (useless !== undefined)
      throw new AxproofError('bad-usage', `${optionName(useless)} is for runs here, and a service cannot be told it`);
    return true;
  }
  const remote = given(['jwks', 'trust', 'maxAge', 'allowUnsigned']);
  if (remote !== undefined) throw new AxproofError('bad-usage', `${optionName(remote)} goes with --service`);
  refuseLongRun(options.timeout);
  return false;
}
