// npm run bench defences: removes each defence of bench/defences/list.json, one after another, and shows that its test fails then. The table goes to stderr.
import { Copy, defences } from './defences/removal.ts';

const copy = new Copy();
const rows = [];
try {
  console.error('| without | in | test | with it | without it |\n|---|---|---|---|---|');
  for (const defence of defences) {
    const [held, gone] = [copy.judge(defence), copy.without(defence)];
    const good = held.passes > 0 && held.failures === 0 && gone.failures > 0;
    rows.push({ threat: defence.threat, good });
    const words = [`${held.passes} pass`, good ? `${gone.failures} fail` : `**${held.failures} and ${gone.failures} fail**`];
    console.error(`| ${defence.threat} | \`${defence.file}\` | \`${defence.test}\`: "${defence.title}" | ${words.join(' | ')} |`);
  }
} finally {
  copy.remove();
}
const missed = rows.filter(({ good }) => !good).map(({ threat }) => threat);
if (missed.length > 0) process.exitCode = 1;
console.log(JSON.stringify({ bench: 'defences', defences: rows.length, shown: rows.length - missed.length, missed }));
