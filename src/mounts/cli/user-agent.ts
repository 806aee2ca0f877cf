// What may be given as --user-agent: the same as in the setting of the service, since it becomes a header field.
import { InvalidArgumentError } from 'commander';

export function agentOf(text: string): string {
  if (!/^[\x20-\x7e]{1,200}$/.test(text)) throw new InvalidArgumentError('A User-Agent is one line of at most 200 ASCII characters.');
  return text;
}
