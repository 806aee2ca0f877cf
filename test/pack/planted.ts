// A hundred mistakes as people make them, each planted in one line of a sound pack or of its cases, with the file and line at which it is to be said.

/** The pack that they are planted in. */
export const PLANTED_PACK = `name: me/garden
version: 1.0.0
title: A garden
engine: "2"
limits: {requests: 200, bytes: 20000000}
bands: [[100, A+], [70, B], [0, F]]
control: {get: "/{{ $.run.nonce }}"}
schemas:
  words: {type: string, pattern: "\\\\S"}
probes:
  llms: {firstOf: [{get: /llms.txt}]}
  card: {get: /card.json, accept: application/json}
  links:
    select: "$.llms.markdown.links[*]"
    where: {type: object, required: [href], properties: {href: {type: string}}}
    take: 3
    get: "{{ $.item.href }}"
`;

export const PLANTED_RULE = `id: file
order: 10
title: The file is there
points: 2
why: A reader needs the file.
fix: Serve the file at /llms.txt.
refs: [https://llmstxt.org/]
assert:
  - {select: $.llms, else: missing}
  - {select: $.llms.markdown.title, schema: {$ref: "pack:words"}, else: untitled}
  - {select: "$.links[*].outcome", schema: {enum: [found, refused]}, optional: true, else: dead}
  - when: [{select: $.card.json}]
    any:
      - {select: $.card.json.name, schema: {type: string}}
      - {select: "$.card.json.names[*]", count: {min: 1}}
    else: unnamed
  - {select: $.llms.type, schema: {const: text/markdown}, level: should, else: type}
reasons:
  pass: The file is there.
  missing: There is no file.
  untitled: The file has no title.
  dead: "{{ $.finding.request.url }} is {{ $.finding.value }}."
  unnamed: The card names nobody.
  type: "The type is {{ $.finding.value }}."
`;

export const PLANTED_SECOND = `id: second
order: 20
title: The card is honest
cap: B
why: A reader believes the card.
fix: Write the card as things are.
refs: [https://llmstxt.org/]
assert:
  - {select: $.card.status, schema: {maximum: 499}, else: broken}
reasons:
  pass: The card can be read.
  broken: "The card answers {{ $.finding.value }}."
`;

type File = 'pack.yaml' | 'file.yaml' | 'second.yaml';

/** What is replaced by what, and the line at which lint is to say so. */
export type Planted = [name: string, file: File, from: string, to: string, line: number];

export const PLANTED: Planted[] = [
  // pack.yaml
  ['a misspelt member', 'pack.yaml', 'version:', 'versoin:', 2],
  ['a version that is none', 'pack.yaml', '1.0.0', '1.0', 2],
  ['a name without an owner', 'pack.yaml', 'me/garden', 'garden', 1],
  ['a name in capitals', 'pack.yaml', 'me/garden', 'me/Garden', 1],
  ['an engine as a number', 'pack.yaml', '"2"', '2', 4],
  ['another engine', 'pack.yaml', '"2"', '"3"', 4],
  ['no limits', 'pack.yaml', 'limits: {requests: 200, bytes: 20000000}\n', '', 1],
  ['a limit as text', 'pack.yaml', 'requests: 200', 'requests: many', 5],
  ['too low a limit', 'pack.yaml', 'requests: 200', 'requests: 20', 5],
  ['too few bytes', 'pack.yaml', 'bytes: 20000000', 'bytes: 2000', 5],
  ['a limit beyond the ceiling', 'pack.yaml', 'requests: 200', 'requests: 2000', 5],
  ['a grade that is none', 'pack.yaml', '[70, B]', '[70, E]', 6],
  ['bands the wrong way round', 'pack.yaml', '[[100, A+], [70, B], [0, F]]', '[[0, F], [70, B], [100, A+]]', 6],
  ['bands without an end', 'pack.yaml', ', [0, F]]', ']', 6],
  ['a control that may exist', 'pack.yaml', '/{{ $.run.nonce }}', '/nothing', 7],
  ['a control by another method', 'pack.yaml', 'control: {get', 'control: {head', 7],
  ['an absolute address', 'pack.yaml', 'get: /llms.txt', 'get: https://example.com/llms.txt', 11],
  ['an address without a slash', 'pack.yaml', 'get: /llms.txt', 'get: llms.txt', 11],
  ['a probe without a method', 'pack.yaml', 'get: /card.json, ', '', 12],
  ['two methods', 'pack.yaml', 'get: /card.json', 'get: /card.json, head: /card.json', 12],
  ['a misspelt method', 'pack.yaml', 'card: {get:', 'card: {gett:', 12],
  ['a header for credentials', 'pack.yaml', 'accept: application/json', 'headers: {authorization: Bearer x}', 12],
  ['a header in capitals', 'pack.yaml', 'accept: application/json', 'headers: {Accept: application/json}', 12],
  ['a write without consent', 'pack.yaml', 'card: {get', 'card: {put', 12],
  ['a body on a get', 'pack.yaml', 'accept: application/json', 'body: {a: 1}', 12],
  ['a body cap beyond the ceiling', 'pack.yaml', 'accept: application/json', 'bytes: 99999999', 12],
  ['redirects beyond the ceiling', 'pack.yaml', 'accept: application/json', 'redirects: 9', 12],
  ['until without a choice', 'pack.yaml', 'accept: application/json', 'until: [{select: $.self.json}]', 12],
  ['a misspelt probe name', 'pack.yaml', '  links:', '  the-links:', 13],
  ['a reserved name', 'pack.yaml', '  card:', '  robots:', 12],
  ['a selection without a bound', 'pack.yaml', '    take: 3\n', '', 14],
  ['take and sample', 'pack.yaml', 'take: 3', 'take: 3\n    sample: 2', 14],
  ['take of nothing', 'pack.yaml', 'take: 3', 'take: 0', 16],
  ['an unknown probe in a select', 'pack.yaml', '$.llms.markdown.links', '$.llm.markdown.links', 14],
  ['an unknown view in a select', 'pack.yaml', '$.llms.markdown.links', '$.llms.markdwon.links', 14],
  ['an unknown member of a view in a select', 'pack.yaml', '$.llms.markdown.links', '$.llms.markdown.link', 14],
  ['a filter in a path', 'pack.yaml', 'links[*]"\n', 'links[?(@.href)]"\n', 14],
  ['an unquoted [*]', 'pack.yaml', '"$.llms.markdown.links[*]"', '[$.llms.markdown.links[*]]', 14],
  ['properties without required', 'pack.yaml', 'required: [href], ', '', 15],
  ['a misspelt keyword in a where', 'pack.yaml', 'properties: {href', 'propertys: {href', 15],
  ['a template that does not end', 'pack.yaml', '{{ $.item.href }}', '{{ $.item.href', 17],
  ['a template in single braces', 'pack.yaml', '"{{ $.item.href }}"', '"{ $.item.href }"', 17],
  ['an unquoted template', 'pack.yaml', '"{{ $.item.href }}"', '{{ $.item.href }}', 17],
  ['an item where none is', 'pack.yaml', 'get: /card.json', 'get: "{{ $.item.url }}"', 12],
  ['a schema that nobody uses', 'pack.yaml', 'schemas:\n', 'schemas:\n  spare: {type: string}\n', 9],
  ['a probe that nobody reads', 'pack.yaml', 'probes:\n', 'probes:\n  spare: {get: /spare}\n', 11],
  ['a pattern that RE2 has not', 'pack.yaml', 'pattern: "\\\\S"', 'pattern: "(?=x)"', 9],
  ['a tab', 'pack.yaml', '  llms:', '\tllms:', 11],
  ['an empty file', 'pack.yaml', PLANTED_PACK, '', 1],
  // Rules: members.
  ['an id that is not the file', 'file.yaml', 'id: file', 'id: files', 1],
  ['an order as text', 'file.yaml', 'order: 10', 'order: first', 2],
  ['the same order twice', 'second.yaml', 'order: 20', 'order: 10', 2],
  ['the same title twice', 'second.yaml', 'The card is honest', 'The file is there', 3],
  ['a title that is too short', 'file.yaml', 'The file is there\n', 'Hi\n', 3],
  ['points of nothing', 'file.yaml', 'points: 2', 'points: 0', 4],
  ['points as text', 'file.yaml', 'points: 2', 'points: two', 4],
  ['points and a cap', 'file.yaml', 'points: 2', 'points: 2\ncap: B', 1],
  ['a cap that is no grade', 'second.yaml', 'cap: B', 'cap: E', 4],
  ['a cap that is no band', 'second.yaml', 'cap: B', 'cap: C', 4],
  ['no why', 'file.yaml', 'why: A reader needs the file.\n', '', 1],
  ['no fix', 'file.yaml', 'fix: Serve the file at /llms.txt.\n', '', 1],
  ['a reference over http', 'file.yaml', 'https://llmstxt', 'http://llmstxt', 7],
  ['a reference that is no list', 'file.yaml', '[https://llmstxt.org/]', 'https://llmstxt.org/', 7],
  ['a member twice', 'file.yaml', 'order: 10', 'order: 10\norder: 11', 3],
  ['a colon in a text', 'file.yaml', 'A reader needs', 'A reader: needs', 5],
  ['an empty rule', 'second.yaml', PLANTED_SECOND, '# later\n', 1],
  // Assertions.
  ['asserts for assert', 'file.yaml', 'assert:', 'asserts:', 8],
  ['a misspelt kind', 'file.yaml', 'schema: {$ref', 'shema: {$ref', 10],
  ['two kinds', 'file.yaml', 'count: {min: 1}', 'count: {min: 1}, unique: true', 15],
  ['no else', 'file.yaml', '$.llms, else: missing', '$.llms', 9],
  ['an else without a sentence', 'file.yaml', 'else: missing', 'else: mising', 9],
  ['a reason that nobody gives', 'file.yaml', '  missing: There', '  gone: It is gone.\n  missing: There', 20],
  ['no reason of a pass', 'file.yaml', '  pass: The file is there.\n', '', 19],
  ['an unknown probe', 'file.yaml', 'select: $.llms,', 'select: $.llm,', 9],
  ['an unknown view', 'file.yaml', '$.llms.markdown.title', '$.llms.markdwn.title', 10],
  ['a member that the view has not', 'file.yaml', '$.llms.markdown.title', '$.llms.markdown.titel', 10],
  ['a member below a list of a view', 'file.yaml', '$.llms.markdown.title', '$.llms.markdown.links.href', 10],
  ['a member below a value of a view', 'file.yaml', '$.llms.markdown.title', '$.llms.markdown.title.text', 10],
  ['a list as one exchange', 'file.yaml', '$.links[*].outcome', '$.links.outcome', 11],
  ['one exchange as a list', 'file.yaml', '$.llms.type', '$.llms[0].type', 17],
  ['an unquoted [*] in an assertion', 'file.yaml', '"$.links[*].outcome"', '$.links[*].outcome', 11],
  ['a schema that is not there', 'file.yaml', 'pack:words', 'pack:word', 10],
  ['a shared schema without pack:', 'file.yaml', '"pack:words"', 'words', 10],
  ['emun', 'file.yaml', 'enum:', 'emun:', 11],
  ['intger', 'file.yaml', '{type: string}', '{type: intger}', 14],
  ['an enum that is no list', 'file.yaml', '[found, refused]', 'found', 11],
  ['a format', 'file.yaml', '{type: string}', '{type: string, format: uri}', 14],
  ['a count that is no number', 'file.yaml', '{min: 1}', '{min: one}', 15],
  ['a count that anything reaches', 'file.yaml', '{min: 1}', '{min: 0}', 15],
  ['an empty schema', 'file.yaml', 'schema: {type: string}', 'schema: {}', 14],
  ['a plain request taken for a document', 'second.yaml', 'select: $.card.status, schema: {maximum: 499}', 'select: $.card', 9],
  ['an outcome that is always there', 'second.yaml', 'select: $.card.status, schema: {maximum: 499}', 'select: $.card.outcome', 9],
  ['a when that always holds', 'file.yaml', 'when: [{select: $.card.json}]', 'when: [{select: $.card}]', 12],
  ['an else in a when', 'file.yaml', '[{select: $.card.json}]', '[{select: $.card.json, else: unnamed}]', 12],
  ['the same assertion twice', 'file.yaml', '  - when:', '  - {select: $.llms, else: untitled}\n  - when:', 12],
  ['an assertion in the shadow of another', 'file.yaml', '  - when:', '  - {select: $.llms.markdown.title, else: untitled}\n  - when:', 12],
  [
    'the same way twice',
    'file.yaml',
    '      - {select: "$.card.json.names[*]", count: {min: 1}}',
    '      - {select: $.card.json.name, schema: {type: string}}',
    15,
  ],
  ['level: must', 'file.yaml', 'level: should', 'level: must', 17],
  ['optional: false', 'file.yaml', 'optional: true', 'optional: false', 11],
  ['a time in a rule that caps', 'second.yaml', 'schema: {maximum: 499}', 'before: recorded', 9],
  ['a fact that no finding has', 'file.yaml', '$.finding.request.url', '$.finding.url', 22],
  ['a finding in the reason of a pass', 'file.yaml', 'pass: The file is there.', 'pass: "{{ $.finding.value }}"', 19],
  ['a sentence that is a list', 'file.yaml', 'missing: There is no file.', 'missing: [There is no file.]', 20],
];

/** Written before lint was asked, by somebody who did not look at what it says. */
export const PLANTED_LATER: Planted[] = [
  ['a demand of the coverage of no rule', 'pack.yaml', 'title: A garden', 'title: A garden\ncoverage: {fill: {askable: 50}}', 4],
  [
    'a demand of the coverage of a rule that has none',
    'pack.yaml',
    'title: A garden',
    'title: A garden\ncoverage: {file: {askable: 50}}',
    4,
  ],
  [
    'a header with capitals',
    'file.yaml',
    'select: $.llms.type, schema: {const: text/markdown}',
    `select: "$.llms.headers['Content-Type']", schema: {const: text/markdown}`,
    17,
  ],
  ['no title', 'pack.yaml', 'title: A garden\n', '', 1],
  ['a score of what is no choice', 'pack.yaml', 'title: A garden', 'title: A garden\nscore: {of: aplicable, none: F}', 4],
  ['a challenge without a mark', 'pack.yaml', 'schemas:\n', 'challenges: [{type: text/html}]\nschemas:\n', 8],
  ['a misspelt member of the run', 'pack.yaml', '$.run.nonce', '$.run.nonse', 7],
  ['no candidate', 'pack.yaml', '[{get: /llms.txt}]', '[]', 11],
  ['a candidate twice', 'pack.yaml', '[{get: /llms.txt}]', '[{get: /llms.txt}, {get: /llms.txt}]', 11],
  ['a fragment in an address', 'pack.yaml', 'get: /llms.txt', 'get: "/llms.txt#top"', 11],
  ['a space in an address', 'pack.yaml', 'get: /llms.txt', 'get: "/llms .txt"', 11],
  ['an address of another host', 'pack.yaml', 'get: /llms.txt', 'get: //example.com/llms.txt', 11],
  ['dots in an address', 'pack.yaml', 'get: /llms.txt', 'get: /docs/../llms.txt', 11],
  ['a misspelt member in required of a where', 'pack.yaml', 'required: [href]', 'required: [herf]', 15],
  ['a misspelt member in properties of a where', 'pack.yaml', 'properties: {href:', 'properties: {herf:', 15],
  ['a misspelt member of an item', 'pack.yaml', '$.item.href', '$.item.herf', 17],
  ['a grade twice', 'pack.yaml', '[70, B]', '[70, B], [50, B]', 6],
  ['a band above a hundred', 'pack.yaml', '[100, A+]', '[110, A+]', 6],
  ['take as text', 'pack.yaml', 'take: 3', 'take: "3"', 16],
  ['a body read of a HEAD', 'pack.yaml', 'card: {get:', 'card: {head:', 12],
  ['a code in capitals', 'file.yaml', 'else: missing', 'else: Missing', 9],
  ['when as one assertion', 'file.yaml', '[{select: $.card.json}]', '{select: $.card.json}', 12],
  ['a header in capitals in a path', 'file.yaml', '$.llms.type', "$.llms.headers['Content-Type']", 17],
  ['a status as text', 'second.yaml', '{maximum: 499}', '{const: "200"}', 9],
  ['a misspelt outcome', 'file.yaml', 'enum: [found, refused]', 'enum: [found, refusd]', 11],
  [
    'a form of body that is none',
    'second.yaml',
    'select: $.card.status, schema: {maximum: 499}',
    'select: $.card.is, schema: {const: JSON}',
    9,
  ],
  ['more at least than at most', 'file.yaml', '{min: 1}', '{min: 3, max: 1}', 15],
  ['unique: false', 'file.yaml', 'count: {min: 1}', 'unique: false', 15],
  ['a constant for equal', 'second.yaml', 'schema: {maximum: 499}', 'equal: json', 9],
  ['a path without its root', 'file.yaml', '$.llms.markdown.title', 'llms.markdown.title', 10],
  ['a template for a path', 'file.yaml', '$.llms.markdown.title', '"{{ $.llms.markdown.title }}"', 10],
  ['a reason in single braces', 'file.yaml', 'is {{ $.finding.value }}."', 'is { $.finding.value }."', 22],
  ['a sentence of a reason that does not end its braces', 'file.yaml', '{{ $.finding.request.url }}', '{{ $.finding.request.url }', 22],
  ['lengths that nothing has', 'file.yaml', '{type: string}', '{type: string, minLength: 5, maxLength: 2}', 14],
  ['a number as text', 'second.yaml', '{maximum: 499}', '{maximum: "499"}', 9],
  ['nothing that decides', 'second.yaml', 'else: broken', 'level: should, else: broken', 8],
  ['attempts without their list', 'file.yaml', '$.llms.type', '$.tried.llms.type', 17],
  ['a pattern in slashes', 'pack.yaml', 'pattern: "\\\\S"', 'pattern: "/^\\\\S/"', 9],
  ['a pattern in slashes with a flag and nothing else', 'pack.yaml', 'pattern: "\\\\S"', 'pattern: "/abc/i"', 9],
  ['a pattern with a flag', 'pack.yaml', 'pattern: "\\\\S"', 'pattern: "/\\\\S$/i"', 9],
  ['a value twice in an enum', 'file.yaml', '[found, refused]', '[found, refused, found]', 11],
  ['a misspelt media type', 'pack.yaml', 'application/json', 'aplication/json', 12],
  ['a misspelt subtype', 'pack.yaml', 'application/json', 'application/josn', 12],
  [
    'a media type of a challenge',
    'pack.yaml',
    'schemas:\n',
    'challenges: [{status: [403], type: txet/html, body: [a challenge stands here]}]\nschemas:\n',
    8,
  ],
  [
    'a media type of a mend',
    'file.yaml',
    'fix: Serve the file at /llms.txt.',
    'fix: |\n  Serve\n  ```\n  # A\n  ```\nmends: {missing: {serve: /llms.txt, type: text/markdwon}}',
    11,
  ],
  ['a subtype that lacks a letter', 'pack.yaml', 'application/json', 'application/jsn', 12],
  ['a media type without its subtype', 'pack.yaml', 'application/json', 'json', 12],
  ['a media type in a header', 'pack.yaml', 'accept: application/json', 'headers: {accept: "text/html, txt/plain"}', 12],
  ['a misspelt media type of an exchange', 'file.yaml', 'const: text/markdown', 'const: text/markdwon', 17],
  ['a media type with its parameters', 'file.yaml', 'const: text/markdown', 'const: "text/markdown; charset=utf-8"', 17],
  ['a media type in capitals', 'file.yaml', 'const: text/markdown', 'enum: [text/plain, text/Markdown]', 17],
  [
    'a misspelt member in required',
    'file.yaml',
    'schema: {type: string}',
    'schema: {type: object, required: [titel], properties: {title: {type: string}}}',
    14,
  ],
  ['a block of JSON that cannot be read', 'file.yaml', 'fix: Serve', 'fix: |\n  ```json\n  {"a": 1,}\n  ```\n  Serve', 6],
  ['an else within not', 'second.yaml', 'select: $.card.status, schema: {maximum: 499}', 'not: {select: $.card.json.e, else: broken}', 9],
  [
    'words of what was expected, in one of several ways within not',
    'second.yaml',
    'select: $.card.status, schema: {maximum: 499}',
    'not: {any: [{select: $.card.json.error}, {select: $.card.json.fault, expected: no fault}]}',
    9,
  ],
  [
    'a then within not',
    'second.yaml',
    'select: $.card.status, schema: {maximum: 499}',
    'not: {select: $.card.json.error, then: broken}',
    9,
  ],
  ['a then in the when of a rule', 'file.yaml', 'assert:\n', 'when: [{select: $.card.json, then: missing}]\nassert:\n', 8],
  [
    'required of what may be no object',
    'second.yaml',
    'select: $.card.status, schema: {maximum: 499}',
    'select: $.card.json, schema: {required: [name]}',
    9,
  ],
];
