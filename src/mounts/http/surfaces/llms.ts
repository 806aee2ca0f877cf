// llms.txt and llms-full.txt of the service, and the Markdown of its root: what an agent reads first. Made from the description and the packs alone.
import { ERRORS, type ErrorCode, remoteWords } from '../../../contract/errors.ts';
import { AGENT_CLASSES, LADDER, NOT_FOR, SERVICE, SURFACES, TOOLS } from '../../../service/description.ts';
import type { BundledPacks } from '../../../service/packs.ts';
import type { Operation } from '../route.ts';

const links = (base: string): string => SURFACES.map(({ path, title, note }) => `- [${title}](${base}${path}): ${note}`).join('\n');

const packsOf = (base: string, packs: BundledPacks): string =>
  packs.all.map(({ name, digest, document }) => `- [${name}](${base}/packs/${digest}): ${document.title}`).join('\n');

/** A section of a list of links holds nothing else, so that this stands before it. */
const otherPacks = (base: string): string =>
  `\`GET ${base}/{domain}?pack=NAME\` grades with one of the packs below. One that asks more than a grade may is a spec for \`POST /verify\`, by its digest.`;

/** Grade, punch list, gate: whoever knows these needs nothing else. */
const calls = (base: string, packs: BundledPacks): string => `\`\`\`sh
curl '${base}/example.com'                 # the grade, what fails, and how to mend it, as Markdown
curl '${base}/example.com?format=json'     # the whole report: verdict.checks, verdict.next.fix (the punch list), evidence.exchanges (the receipts)
curl '${base}/verify' -H 'content-type: application/json' -d '{"target": "example.com", "expectedDigest": "${packs.gate.digest}"}'
\`\`\`

No key, no signup. An answer of 202 names the run in \`Location\`: ask again. A grade is advisory; the third call is the gate, and done means \`passed: true\`. It takes the digest of a
pack below (here that of ${packs.gate.name}), or a pack of your own as \`spec\` beside its digest. The command line grades what only your machine can reach: \`npx axproof grade http://localhost:3000\`.`;

const start = (base: string, packs: BundledPacks): string => `## Start

${calls(base, packs)}

${otherPacks(base)}`;

const classes = (base: string): string =>
  AGENT_CLASSES(base)
    .map(({ id, fit, flow }) => `- **${id}**: ${fit} ${flow}`)
    .join('\n');

/** The root for agents and command-line clients. */
export const rootMarkdown = (base: string, packs: BundledPacks): string => `# ${SERVICE.title}

> ${SERVICE.summary}

${start(base, packs)}

## Who this is for

${classes(base)}

Not for: ${NOT_FOR.join('; ')}.

## Packs

${packsOf(base, packs)}

## Surfaces

${links(base)}
`;

export const llmsTxt = (base: string, packs: BundledPacks): string => `# ${SERVICE.title}

> ${SERVICE.summary}

${SERVICE.description}

${calls(base, packs)}

${classes(base)}

${otherPacks(base)}

## Packs

${packsOf(base, packs)}

## Surfaces

${links(base)}

## Optional

- [Everything in one file](${base}/llms-full.txt): every endpoint, tool and error code
`;

export const llmsFullTxt = (base: string, packs: BundledPacks, operations: readonly Operation[]): string => `${rootMarkdown(base, packs)}
## Endpoints

${operations.map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`).join('\n')}

## MCP tools

Streamable HTTP at ${base}/mcp.

${TOOLS.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n')}

## Trust

${LADDER.map(({ rung, durability }) => `- ${rung}: ${durability}`).join('\n')}

## Transparency log

Every report stands in an append-only log ([C2SP tlog-tiles](https://c2sp.org/tlog-tiles)) at ${base}/log: its key at /log/key, its newest head at /log/checkpoint, its tiles at
/log/tile/{level}/{index}. \`GET /reports/{digest}/proof\` proves that a report is in it; check that without trusting this service:

\`\`\`sh
curl -H 'Accept: application/json' ${base}/reports/DIGEST -o report.json
curl ${base}/reports/DIGEST/proof -o report.json.tlog-proof
axproof log verify report.json --vkey "$(curl ${base}/log/key)"    # keep the key: it stays the same for ever
\`\`\`

## Errors

Problems (RFC 9457) with a stable \`code\`; each has a page at ${base}/errors/{code}.

${(Object.keys(ERRORS) as ErrorCode[])
  .map((code) => ({ code, ...remoteWords(code) }))
  .map(({ code, title, fix }) => `- \`${code}\`: ${title}. ${fix}`)
  .join('\n')}
`;
