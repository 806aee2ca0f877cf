// The variables of a spec from the command line: values as they stand there, or by name from the process environment. Secrets never stand there.
import { AxproofError } from '../../contract/errors.ts';
import { isPlaceholder } from '../../contract/placeholder.ts';
import { quote } from '../../contract/quote.ts';
import type { Io } from './io.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

function checkName(name: string): string {
  if (!NAME.test(name))
    throw new AxproofError('bad-usage', `${quote(name, 80)} is no name of a variable: letters, digits and underscores, and no digit first`);
  return name;
}

function fromProcess(name: string, io: Io): string {
  const value = io.env?.[checkName(name)];
  if (value === undefined)
    throw new AxproofError(
      'bad-usage',
      `the process environment has no variable ${name}: set it before, or for what is no secret give --env ${name}=VALUE`,
    );
  return value;
}

type Texts = { [name: string]: string };

function collect(given: readonly string[], one: (text: string) => [string, string]): Texts | undefined {
  // No prototype: a variable may have any name.
  const out: Texts = Object.create(null);
  for (const text of given) {
    const [name, value] = one(text);
    if (Object.hasOwn(out, name)) throw new AxproofError('bad-usage', `the variable ${name} is given twice`);
    out[name] = value;
  }
  return given.length === 0 ? undefined : { ...out };
}

/** NAME=VALUE, or NAME for the value that it has in the process environment. */
export const envOf = (given: readonly string[], io: Io): Texts | undefined =>
  collect(given, (text) => {
    const at = text.indexOf('=');
    const [name, value] = at < 0 ? [text, fromProcess(text, io)] : [checkName(text.slice(0, at)), text.slice(at + 1)];
    if (isPlaceholder(value))
      throw new AxproofError(
        'bad-usage',
        `the value of ${name} is what stands for a secret in reports; set the variable ${name} to the secret itself, and give --secret-env ${name}`,
      );
    return [name, value];
  });

/** NAME alone: a secret on a command line is one that the process list and the shell's history have. */
export const secretsOf = (given: readonly string[], io: Io): Texts | undefined =>
  collect(given, (text) => {
    if (text.includes('=')) throw new AxproofError('bad-usage', '--secret-env takes a name; the value comes from the process environment');
    return [text, fromProcess(text, io)];
  });
