// axproof completion: a script by which a shell completes commands, options and their choices, written from the commands as they are registered.
import type { Command } from 'commander';
import { EXIT } from '../../contract/errors.ts';
import type { Io } from './io.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

interface Flag {
  name: string;
  about: string;
  /** What may follow it; empty where it takes any text, such as a file. */
  choices: readonly string[];
  takes: boolean;
}

interface Place {
  /** Names of the commands that lead there. */
  path: readonly string[];
  commands: readonly { name: string; about: string }[];
  flags: readonly Flag[];
}

function placesOf(command: Command, path: readonly string[] = []): Place[] {
  const flags = command.options
    .filter(({ long }) => long !== undefined && long !== null)
    .map(
      (option): Flag => ({
        name: option.long as string,
        about: option.description,
        choices: option.argChoices ?? [],
        takes: option.required || option.optional,
      }),
    );
  const commands = command.commands.map((sub) => ({ name: sub.name(), about: sub.description() }));
  const help = { name: '--help', about: 'what there is to say of it', choices: [], takes: false };
  return [{ path, commands, flags: [...flags, help] }, ...command.commands.flatMap((sub) => placesOf(sub, [...path, sub.name()]))];
}

const words = ({ commands, flags }: Place): string => [...commands.map(({ name }) => name), ...flags.map(({ name }) => name)].join(' ');

function bash(places: readonly Place[]): string {
  const groups = places.filter(({ commands, path }) => commands.length > 0 && path.length > 0).map(({ path }) => path.join(' '));
  const choices = places.flatMap(({ path, flags }) =>
    flags.flatMap((flag) =>
      flag.choices.length === 0 ? [] : [`    '${path.join(' ')} ${flag.name}') choices='${flag.choices.join(' ')}' ;;`],
    ),
  );
  return `# bash completion of axproof; source it, or write it to a folder that bash-completion reads
_axproof() {
  local at=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} place=\${COMP_WORDS[1]} choices='' known=''
  [ "$COMP_CWORD" -eq 1 ] && place=''
  case " ${groups.join(' ')} " in *" $place "*) [ "$COMP_CWORD" -gt 2 ] && place="$place \${COMP_WORDS[2]}" ;; esac
  case "$place $before" in
${choices.join('\n')}
  esac
  if [ -n "$choices" ]; then COMPREPLY=($(compgen -W "$choices" -- "$at")); return; fi
  case "$place" in
${places.map((place) => `    '${place.path.join(' ')}') known='${words(place)}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$known" -- "$at"))
}
complete -o default -F _axproof axproof
`;
}

/** zsh reads completions of bash. */
const zsh = (places: readonly Place[]): string =>
  `#compdef axproof\nautoload -U +X compinit && compinit -u\nautoload -U +X bashcompinit && bashcompinit\n${bash(places)}`;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fish(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, commands, flags }) => {
    const names = commands.map(({ name }) => name).join(' ');
    const inside = path.map((name) => `__fish_seen_subcommand_from ${name}`);
    const here = path.length === 0 ? '__fish_use_subcommand' : inside.join('; and ');
    const next = names === '' || path.length === 0 ? here : `${here}; and not __fish_seen_subcommand_from ${names}`;
    return [
      ...commands.map(({ name, about }) => `complete -c axproof -f -n ${quoted(next)} -a ${name} -d ${quoted(about)}`),
      ...flags.map(({ name, about, choices, takes }) =>
        [
          `complete -c axproof -n ${quoted(here)} -l ${name.slice(2)} -d ${quoted(about)}`,
          ...(choices.length > 0 ? [`-x -a ${quoted(choices.join(' '))}`] : takes ? ['-r'] : []),
        ].join(' '),
      ),
    ];
  });
  return `# fish completion of axproof; write it to ~/.config/fish/completions/axproof.fish\n${lines.join('\n')}\n`;
}

const SCRIPTS: Record<Shell, (places: readonly Place[]) => string> = { bash, zsh, fish };

export function completion(shell: Shell, program: Command, io: Io): number {
  io.out(SCRIPTS[shell](placesOf(program)));
  return EXIT.ok;
}
