// docs/cli.md names every command and every option of it: both as the completion of the shell lists them, which is written from the commands themselves.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { axproof } from '../cli/io.ts';
import { ROOT } from '../sources.ts';

const PAGE = readFileSync(join(ROOT, 'docs/cli.md'), 'utf8');

/** Sections of the page, by their heading. */
const SECTIONS = new Map(PAGE.split(/^## /m).map((text): [string, string] => [text.slice(0, text.indexOf('\n')), text]));

/** Sections that tell options of several commands: in their tables, or where a line begins with one. What else they name is told elsewhere. */
const TOLD_TOGETHER = ['Asking a service', 'Reporters', 'Baselines'];
const tells = (line: string): boolean => /^(\| )?`--/.test(line);

const WORD = /[a-z-]+(?: [a-z-]+)?/;

/** The sections of a command: a group of several tells its commands together. */
function sectionsOf(command: string): string[] {
  const [group] = command.split(' ');
  const heads = [...SECTIONS.keys()].filter((head) => new RegExp(`^axproof (${command}|${group} COMMAND)( |$)`).test(head));
  return heads.map((head) => SECTIONS.get(head) ?? '');
}

const names = (text: string, word: string): boolean => new RegExp(`(^|[^a-z-])${word}(?![a-z-])`, 'm').test(text);

describe('docs/cli.md', () => {
  it('names every command, and every option in the section of its command', async () => {
    const { out } = await axproof('completion', 'bash');
    const missing: string[] = [];
    for (const [, command = '', known = ''] of out.matchAll(new RegExp(`'(${WORD.source})'\\) known='([^']*)'`, 'g'))) {
      const subs = known.split(' ').filter((word) => !word.startsWith('--'));
      if (subs.length > 0) continue;
      const sections = sectionsOf(command);
      if (!sections.some((text) => names(text, command))) missing.push(command);
      const together = TOLD_TOGETHER.map((head) => SECTIONS.get(head) ?? '')
        .filter((text) => names(text, `\`${command}\``))
        .flatMap((text) => text.split('\n').filter(tells));
      for (const option of known.split(' '))
        if (option !== '--help' && ![...sections, ...together].some((text) => names(text, option))) missing.push(`${command} ${option}`);
    }
    expect(missing).to.deep.equal([]);
  });
});
