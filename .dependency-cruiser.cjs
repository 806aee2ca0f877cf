// The borders of the house (docs/architecture.md): a room imports contract and what stands before it, never what comes after.
const rooms = ['contract', 'json', 'pack', 'views', 'record', 'engine', 'report', 'attest', 'store', 'mounts'];
const NETWORK = '^(node:)?(http|https|http2|net|tls|dns|dgram)(/|$)';
const in_ = (...names) => `^src/(${names.join('|')})/`;

const order = rooms.slice(0, -1).map((room, i) => ({
  name: `${room}-imports-nothing-after-it`,
  comment: `${room} imports ${['itself', ...rooms.slice(0, i)].join(', ')} and nothing that comes after it, no transport and no run`,
  severity: 'error',
  from: { path: in_(room) },
  to: { path: '^src/', pathNot: in_(...rooms.slice(0, i + 1)) },
}));

module.exports = {
  forbidden: [
    ...order,
    { name: 'transport-knows-contract-alone', severity: 'error', from: { path: in_('transport') }, to: { path: '^src/', pathNot: in_('transport', 'contract', 'json') } },
    { name: 'mounts-are-strangers', severity: 'error', from: { path: '^src/mounts/([^/]+)/' }, to: { path: '^src/mounts/', pathNot: '^src/mounts/$1/' } },
    { name: 'run-knows-no-host', severity: 'error', from: { path: in_('run') }, to: { path: in_('gate', 'store', 'service', 'mounts', 'start') } },
    {
      name: 'suite-and-import-know-packs-alone',
      comment: 'a suite is read and planned, a document imported, without knowing how anything is run',
      severity: 'error',
      from: { path: '^src/(run/suite|pack/import)/' },
      to: { path: '^src/', pathNot: '^src/(run/suite|contract|json|pack)/' },
    },
    { name: 'suite-and-import-are-strangers', severity: 'error', from: { path: '^src/(run/suite|pack/import)/' }, to: { path: '^src/(run/suite|pack/import)/', pathNot: '^src/$1/' } },
    { name: 'packs-need-no-import', comment: 'what is imported is a pack like any other', severity: 'error', from: { path: in_('pack'), pathNot: in_('pack/import') }, to: { path: in_('pack/import') } },
    {
      name: 'lint-is-for-loading',
      comment: 'what a run may send is no business of the linter: request-rules and probe-shape stand beside it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/pack/(load[.]|lint/)' },
      to: { path: '^src/pack/lint/' },
    },
    { name: 'gate-knows-no-mount', severity: 'error', from: { path: in_('gate') }, to: { path: in_('mounts', 'store') } },
    {
      name: 'start-is-the-root',
      comment: 'it knows every room, and no room knows it: the command line finds it by its place, at run time',
      severity: 'error',
      from: { path: '^src/', pathNot: in_('start') },
      to: { path: in_('start') },
    },
    { name: 'service-knows-no-mount', severity: 'error', from: { path: in_('service') }, to: { path: in_('mounts') } },
    {
      name: 'runs-stand-behind-their-port',
      comment: 'another engine may take the place of the queue (record 115)',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(start/|service/(runner|watch|queue|hand-over|durable-runs|stored-engine)[.])' },
      to: { path: '^src/service/(runner|watch|queue|hand-over|durable-runs|stored-engine)[.]' },
    },
    { name: 'verify-never-signs', severity: 'error', from: { path: '^src/attest/verify' }, to: { path: '^src/attest/(sign|keys)', reachable: true } },
    {
      name: 'pure-rooms-have-no-core-io',
      comment: 'hashing is the one named exception',
      severity: 'error',
      from: { path: '^src/(contract|json|views|record|engine|report|run/suite|pack/import)/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|buffer)$' },
    },
    { name: 'only-transport-and-mounts-reach-the-network', severity: 'error', from: { path: '^src/', pathNot: in_('transport', 'mounts', 'start') }, to: { path: NETWORK } },
    { name: 'pure-rooms-reach-no-network', severity: 'error', from: { path: in_('contract', 'json', 'pack', 'views', 'record', 'engine', 'report') }, to: { path: NETWORK, reachable: true } },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'src-stands-alone', severity: 'error', from: { path: '^src/' }, to: { path: '^(test|bench|scripts)/' } },
    // The threads of a checkout, which are never part of what is built, need tsx.
    { name: 'src-uses-declared-dependencies', severity: 'error', from: { path: '^src/', pathNot: '^src/service/(worker|prober)-dev\\.mjs$' }, to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] } },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'], mainFields: ['main', 'types'] },
  },
};
