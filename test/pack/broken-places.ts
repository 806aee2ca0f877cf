// Mistakes of what stands in a wrong place: members of probes and controls, beginnings of URLs, and roots of paths.
import { alpha, assertion, type Case, pack, probe, schema } from './breaking.ts';

const CONTROL = 'control: {get: "/{{ $.run.nonce }}"}';
const nested = (depth: number): string => (depth === 0 ? '{}' : `{items: ${nested(depth - 1)}}`);

export const BROKEN_PLACES: Case[] = [
  ['a sample beside firstOf', probe('{firstOf: [{get: /a}], sample: 2}'), 'pack.yaml', '18:33', 'idle-member'],
  [
    'a sample in a list that is dealt',
    probe('{sample: 2, eachOf: [{select: "$.doc.json.a[*]", sample: 1, get: "{{ $.item }}"}]}'),
    'pack.yaml',
    '18:59',
    'idle-member',
  ],
  [
    'a request of the control with a condition',
    pack(CONTROL, 'control: {eachOf: [{get: "/{{ $.run.nonce }}", when: [{select: $.doc}]}]}'),
    'pack.yaml',
    '7:48',
    'bad-control',
  ],
  [
    'a control that rests on an answer',
    pack(CONTROL, 'control: {get: "/{{ $.run.nonce }}/{{ $.doc.json.a }}"}'),
    'pack.yaml',
    '7:10',
    'bad-control',
    /nothing but \$\.run/,
  ],
  [
    'an Accept that is said twice',
    probe('{get: /a, accept: text/html, headers: {accept: text/html}}'),
    'pack.yaml',
    '18:49',
    'idle-member',
  ],
  ['a header beyond ASCII', probe('{get: /a, headers: {x-a: "ü"}}'), 'pack.yaml', '18:35', 'wrong-value'],
  ['a template at the beginning of a URL', probe('{get: "{{ $.doc.json.a }}/b"}'), 'pack.yaml', '18:16', 'bad-url', /the whole URL/],
  ['a schema nested too deep', schema(nested(33)), 'alpha.yaml', '9:297', 'bad-schema', /at most 32 deep/],
  ['a number as a schema', schema('{items: 7}'), 'alpha.yaml', '9:49', 'bad-schema'],
  [
    'a rule that nests deeper in its pack than a pack may',
    schema(`${'{items: '.repeat(60)}{}${'}'.repeat(60)}`),
    'pack.yaml',
    '1:1',
    'bad-value',
    /no canonical form/,
  ],
  ['$.tried without a name', assertion('  - {select: $.tried, else: dead}\n'), 'alpha.yaml', '9:16', 'unknown-name'],
  ['$.tried of all names', assertion('  - {select: "$.tried[*]", else: dead}\n'), 'alpha.yaml', '9:23', 'unknown-name'],
  ['.. right after a list', assertion('  - {select: "$.list..outcome", else: dead}\n'), 'alpha.yaml', '9:23', 'unknown-member-of-exchange'],
  [
    '.. before a member of the exchange',
    assertion('  - {select: "$.doc..status", else: dead}\n'),
    'alpha.yaml',
    '9:22',
    'unknown-member-of-exchange',
    /before \.\./,
  ],
  [
    'a document of a pack that has none',
    assertion('  - {select: $.documents.a.json, else: dead}\n'),
    'alpha.yaml',
    '9:26',
    'unknown-name',
    /^documents of this pack: none$/,
  ],
  [
    'coverage where none is',
    alpha('dead: "', 'dead: "{{ $.coverage.x }} '),
    'alpha.yaml',
    '14:13',
    'bad-reason',
    /claimed, askable, asked/,
  ],
  ['limits that are a number', pack('limits: {requests: 320, bytes: 30000000}', 'limits: 7'), 'pack.yaml', '5:9', 'wrong-type'],
];
