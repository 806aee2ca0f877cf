// Options that are numbers: their bounds, and what is said where a text is none.
import { InvalidArgumentError } from 'commander';

export const whole =
  (least: number, most: number, says = `A whole number from ${least} to ${most} is wanted.`) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) throw new InvalidArgumentError(says);
    return number;
  };

export const seedOf = whole(0, Number.MAX_SAFE_INTEGER, `A seed is an integer from 0 to ${Number.MAX_SAFE_INTEGER}.`);
export const portOf = whole(0, 65_535, 'A port is an integer from 0 to 65535.');
export const ageOf = whole(0, Number.MAX_SAFE_INTEGER, 'Whole seconds are wanted.');

/** For the answer of a service; a run here has less. */
const REMOTE_SECONDS = 600;

export function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0) || seconds > REMOTE_SECONDS) throw new InvalidArgumentError('Seconds are above 0 and at most 60, with --service 600.');
  return seconds;
}
