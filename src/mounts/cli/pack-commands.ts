// The commands that work on packs. It parses; they work.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Part } from '../../run/cases/part.ts';
import type { Io } from './io.ts';
import { seedOf } from './options.ts';
import { Output } from './outputs.ts';

function shareOf(text: string): number {
  const share = Number(text);
  if (!(share > 0 && share <= 1)) throw new InvalidArgumentError('a share is a number from above 0 to 1');
  return share;
}

function partOf(text: string): Part {
  const [at = 0, of = 0] = /^\d{1,2}\/\d{1,2}$/.test(text) ? text.split('/').map(Number) : [];
  if (!(at >= 1 && at <= of)) throw new InvalidArgumentError('A part is I/N, such as 2/3.');
  return { at, of };
}

/** Those that run cases, or ask a target what a pack asks. */
function caseCommands(pack: Command, io: Io, done: (status: number) => void): void {
  pack
    .command('test')
    .description('Run the cases of a pack, in process')
    .argument('<pack>')
    .option('--rule <id...>', 'only the cases of these rules')
    .option('--part <i/n>', 'one of n parts, so that several processes share the work', partOf)
    .option('--cases <dir>', 'folder of case files; PACK.cases beside the pack, or fixtures/cases/PACK of a checkout unless given')
    .option('--targets <dir>', 'folder of target files, before all others; targets in the folder of cases unless given')
    .option('--trace', 'say of a case that does not hold what every assertion of its rule came to')
    .addOption(new Option('--coverage', 'say what the cases show of the pack, and what none shows').conflicts('part'))
    .option('--watch', 'run again after every change, until it is interrupted')
    .addOption(new Option('--reporter <kind>', 'what to print instead of lines').choices(['json', 'junit', 'sarif']))
    .action(async (path, options) => done(await (await import('./pack-test.ts')).packTest(path, options, io)));
  pack
    .command('eval')
    .description('Say what a path selects on a target, or what every assertion of a rule comes to there')
    .argument('<path-or-rule>', 'a path, which begins with $, or the id of a rule')
    .requiredOption('--target <target>', 'a fixture file (.yaml), a domain or origin, or a recorded report (.json)')
    .option('--pack <pack>', 'as ever')
    .option('--seed <n>', 'seed of the sampling; that of the report, or 1, unless given', seedOf)
    .action(async (asked, options) => done(await (await import('./pack-eval.ts')).packEval(asked, options, io)));
  pack
    .command('mutate')
    .description('Change a pack in one place at a time, and list what no case notices')
    .argument('<pack>')
    .addOption(
      new Option('--of <what>', 'what is changed: the pack, or the documents of its targets').choices(['pack', 'targets']).default('pack'),
    )
    .option('--rule <id...>', 'only mutants of these rules')
    .option('--share <part>', 'so much of all mutants, from above 0 to 1, drawn with the seed', shareOf)
    .option('--seed <n>', 'seed of the draw; 1 unless given', seedOf)
    .option('--part <i/n>', 'one of n parts, so that several processes share the work', partOf)
    .option('--cases <dir>', 'as for pack test')
    .option('--targets <dir>', 'as for pack test')
    .action(async (path, options) => done(await (await import('./pack-mutate.ts')).packMutate(path, options, io)));
}

/** Those of a release: what changed, who says so, and a page about it. */
function releaseCommands(pack: Command, io: Io, done: (status: number) => void): void {
  pack
    .command('diff')
    .description('Say what two packs say differently, and whose verdict that changes')
    .argument('<old>', 'as ever')
    .argument('<new>', 'as ever')
    .option(
      '--reports <where...>',
      'recorded reports, or folders of them: judge each anew by both packs, and say which checks come out otherwise',
    )
    .option('--json', 'print the differences as JSON')
    .action(async (a, b, options) => done(await (await import('./pack-diff.ts')).packDiff(a, b, options, io)));
  pack
    .command('sign')
    .description('Sign the name, version and digest of a pack')
    .argument('<pack>')
    .requiredOption('--keys <dir>', 'folder of the keys that axproof keys made')
    .addOption(new Output('--out <file>', 'write the signature there instead of stdout'))
    .action(async (path, options) => done(await (await import('./pack-sign.ts')).packSign(path, options, io)));
  pack
    .command('verify')
    .description('Check that an author whom you trust signed a pack')
    .argument('<pack>')
    .requiredOption('--signature <where>', 'what pack sign wrote: a file or a URL')
    .requiredOption('--authors <where>', 'the keys that you trust, by the owner of packs: {"me": {"keys": [...]}}; a file or a URL')
    .action(async (path, options) => done(await (await import('./pack-sign.ts')).packVerify(path, options, io)));
  pack
    .command('docs')
    .description('Write a page about a pack, in Markdown')
    .argument('<pack>')
    .addOption(new Output('--out <dir>', 'write it into this folder, named after the pack, instead of stdout'))
    .action(async (path, options) => done(await (await import('./pack-docs.ts')).packDocs(path, options, io)));
}

export function packCommands(program: Command, io: Io, done: (status: number) => void): void {
  const pack = program.command('pack').description('Work on packs');
  pack
    .command('init')
    .description('Write a first pack that loads, with a rule to change and cases that hold')
    .argument('<folder>', 'the new folder; its cases stand beside it, in FOLDER.cases')
    .action(async (path) => done(await (await import('./pack-init.ts')).packInit(path, io)));
  pack
    .command('lint')
    .description('Say every mistake of a pack, with file, line and column')
    .argument('<pack>')
    .action(async (path) => done(await (await import('./pack-lint.ts')).packLint(path, io)));
  caseCommands(pack, io, done);
  releaseCommands(pack, io, done);
  pack
    .command('build')
    .description('Write a pack as one resolved JSON document')
    .argument('[pack]', 'as ever; with --from the pack that carries the document, one that ships unless given')
    .option('--from <openapi>', 'an OpenAPI document (file or URL) that the pack is to hold a deployment to')
    .option('--part <i/n>', 'with --from: one of n packs that hold a large document together', partOf)
    .addOption(new Output('--out <file>', 'write it there instead of stdout'))
    .action(async (path, options) => done(await (await import('./pack-build.ts')).packBuild(path, options, io)));
  pack
    .command('blind-spots')
    .description('Say what no run of a pack sees, as measured for its release')
    .argument('<pack>', 'as ever, or a digest')
    .action(async (named) => done(await (await import('./pack-docs.ts')).packBlindSpots(named, io)));
  pack
    .command('migrate')
    .description('Carry a pack of an older engine over to this one, and say what it judges otherwise')
    .argument('<pack>', 'folder, resolved pack file, or NAME@VERSION or digest of a released pack')
    .addOption(new Output('--out <where>', 'write it there: a .json file, or for a folder a new folder'))
    .option('--reports <file...>', 'recorded reports: say whose checks come out otherwise')
    .action(async (path, options) => done(await (await import('./pack-migrate.ts')).packMigrate(path, options, io)));
}
