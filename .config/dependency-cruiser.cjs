/*
 * The arrows of the house: who may import whom. One line per room of `lib`; `contract.ts` may be imported by every
 * capability's neighbours, `tables.ts` by its own slice alone. Tests may reach further (they build the parts below them),
 * but no file, test or not, may take part in a cycle.
 */

const MACHINE = ['platform'];
const CALLERS = ['accounts', 'limits', 'ledger', ...MACHINE];
const BELOW_CAPABILITIES = ['providers', 'models', 'characters', 'media', 'web', 'jobs', 'failures', ...CALLERS];

const SERVER_ROOMS = [
  ...CALLERS,
  'idempotency',
  'failures',
  'profile',
  'pages',
  'http',
  'openapi',
  'providers',
  'engines',
  'media',
  'web',
  'jobs',
  'admin',
  'boot',
];

/** Rooms of `lib` and what each may import besides itself and `core`. @type {Record<string, string[]>} */
const ROOMS = {
  core: [],
  platform: [],
  ledger: MACHINE,
  limits: ['ledger', ...MACHINE],
  accounts: ['limits', 'ledger', ...MACHINE],
  models: ['ledger', ...MACHINE],
  characters: ['models', 'accounts', ...MACHINE],
  engines: MACHINE,
  media: MACHINE,
  providers: ['models', ...MACHINE],
  web: ['models', 'providers', ...MACHINE],
  jobs: ['providers', 'models', ...CALLERS],
  x402: CALLERS,
  idempotency: ['ledger', ...MACHINE],
  failures: MACHINE,
  pages: CALLERS,
  http: ['x402', 'idempotency', 'failures', 'pages', ...CALLERS],
  openapi: ['http', 'limits', 'accounts', ...MACHINE],
  client: [],
};
const CAPABILITIES = [
  'chat',
  'responses',
  'image',
  'audio',
  'video',
  'embeddings',
  'augment',
  'keys',
  'billing',
  'crypto',
];
for (const capability of CAPABILITIES) ROOMS[capability] = BELOW_CAPABILITIES;
ROOMS.responses = ['chat', ...BELOW_CAPABILITIES];
// What a person does with the whole of an account: export it, delete it.
ROOMS.profile = ['idempotency', ...CAPABILITIES, ...BELOW_CAPABILITIES];
// The operator sees everything that runs, the engines too.
ROOMS.admin = ['x402', 'engines', ...CAPABILITIES, ...BELOW_CAPABILITIES];
// The composition root puts all of them together.
ROOMS.boot = Object.keys(ROOMS).filter((name) => name !== 'client');

const TEST = '(\\.test\\.tsx?|/test-[a-z-]+\\.ts)$';
/** A room's contract: schemas, types and bounds, and the constants that pages need without the schemas. */
const CONTRACT = '^lib/[^/]+/(contract|constants)\\.ts$';

/** The rule of one room: nothing of ours but itself, `core`, and the rooms named. @param {[string, string[]]} entry */
const room = ([name, below]) => ({
  name: `${name}-looks-down`,
  comment: `lib/${name} may import ${[name, 'core', ...below].join(', ')} (docs/architecture.md, "Dependency rule").`,
  severity: 'error',
  from: { path: `^lib/${name}/`, pathNot: [TEST] },
  to: {
    path: '^(lib|app|components|scripts|e2e|bench|server\\.ts)',
    pathNot: [
      `^lib/(${[name, 'core', ...below].join('|')})/`,
      ...(name === 'client' ? [CONTRACT] : []),
      // The spec is the providers' contract: what a listed upstream model looks like.
      ...(name === 'models' ? ['^lib/providers/spec\\.ts$'] : []),
      // providers/local alone reaches the engines (own rule below).
      ...(name === 'providers' ? ['^lib/engines/'] : []),
      // A foreign key names the other slice's table (own rule below).
      '/tables\\.ts$',
    ],
  },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(ROOMS).map(room),
    {
      name: 'no-cycles',
      comment: 'Arrows never point back.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'room-without-a-rule',
      comment: 'A new folder of lib gets its line in ROOMS first.',
      severity: 'error',
      from: { path: '^lib/[^/]+/', pathNot: [`^lib/(${Object.keys(ROOMS).join('|')})/`] },
      to: {},
    },
    {
      name: 'core-is-pure',
      comment: 'core runs anywhere: Zod alone, nothing of Node.',
      severity: 'error',
      from: { path: '^lib/core/', pathNot: [TEST] },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev'], pathNot: ['node_modules/zod/'] },
    },
    {
      name: 'browser-without-node',
      comment: 'components, lib/client and contracts run in the browser.',
      severity: 'error',
      from: { path: `(^components/|^lib/client/|${CONTRACT})`, pathNot: [TEST] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contracts-are-isomorphic',
      comment:
        'A contract (schemas, types, bounds) may be cut into parts of its own slice; none of them may lead to the machine.',
      severity: 'error',
      from: { path: CONTRACT },
      to: { path: `^lib/(${SERVER_ROOMS.join('|')})/`, pathNot: [CONTRACT], reachable: true },
    },
    {
      name: 'constants-are-plain',
      comment: 'Whoever needs a constant alone gets it without schemas.',
      severity: 'error',
      from: { path: '^lib/[^/]+/constants\\.ts$' },
      to: { path: '.' },
    },
    {
      name: 'lib-knows-no-framework',
      comment: 'Nothing under lib imports Next or React (next-auth is allowed where a visitor signs in).',
      severity: 'error',
      // The renderer runs Next: it is a program of its own, and no code imports it.
      from: { path: '^lib/', pathNot: ['^lib/pages/renderer\\.child\\.ts$'] },
      to: { path: 'node_modules/(next|react|react-dom)/' },
    },
    {
      name: 'next-auth-in-accounts-alone',
      comment: 'The session is read and made in lib/accounts; the browser signs in through next-auth/react.',
      severity: 'error',
      from: { path: '^lib/', pathNot: ['^lib/accounts/'] },
      to: { path: 'node_modules/next-auth/' },
    },
    {
      name: 'tables-are-private',
      comment: 'tables.ts belongs to its slice; another tables.ts may import it for a foreign key.',
      severity: 'error',
      from: { path: '^lib/([^/]+)/', pathNot: ['/tables\\.ts$'] },
      to: { path: '^lib/[^/]+/tables\\.ts$', pathNot: ['^lib/$1/tables\\.ts$'] },
    },
    {
      name: 'tables-stay-in-lib',
      severity: 'error',
      from: { pathNot: ['^lib/[^/]+/', '^\\.config/'] },
      to: { path: '^lib/[^/]+/tables\\.ts$' },
    },
    {
      name: 'engines-behind-local-providers',
      comment: 'Only providers/local speaks to the engines.',
      severity: 'error',
      from: { path: '^lib/providers/', pathNot: ['^lib/providers/local/', TEST] },
      to: { path: '^lib/engines/' },
    },
    {
      name: 'components-see-contracts',
      comment: 'components import components, core, client, and contract.ts and constants.ts of the rooms.',
      severity: 'error',
      from: { path: '^components/', pathNot: [TEST] },
      to: { path: '^(lib|app|scripts|e2e|bench)/', pathNot: ['^lib/(core|client)/', CONTRACT] },
    },
    {
      name: 'primitives-know-no-product',
      comment: 'components/ui knows nothing of this product but how money and time are written.',
      severity: 'error',
      from: { path: '^components/ui/', pathNot: [TEST] },
      to: { path: '^(components|lib|app)/', pathNot: ['^components/ui/', '^lib/core/', '^lib/client/now\\.ts$'] },
    },
    {
      name: 'pages-are-thin',
      comment:
        'Pages and layouts import components, contracts, lib/pages/visitor.ts and, for /docs, the API reference; figures come over the API.',
      severity: 'error',
      from: { path: '^app/', pathNot: ['^app/(api|doc)/', '^app/llms[^/]*/', TEST] },
      to: {
        path: '^(lib/|app/api/)',
        pathNot: ['^lib/(core|client)/', CONTRACT, '^lib/pages/visitor\\.ts$', '^lib/openapi/reference/shared\\.ts$'],
      },
    },
    {
      name: 'routes-are-declarations',
      comment: 'A route names access, schema and verb; what lies deeper is the verb’s own affair.',
      severity: 'error',
      from: { path: '^app/((api|doc)/|llms)', pathNot: ['^app/api/(health|metrics)/', TEST] },
      to: { path: '^(lib/(platform|ledger|providers|engines|client|jobs|web)/|components/|app/(?!((api|doc)/|llms)))' },
    },
    {
      name: 'product-knows-no-tools',
      comment: 'What runs in production imports no script, test or bench.',
      severity: 'error',
      from: { path: '^(app|components|lib|server\\.ts|proxy\\.ts|instrumentation\\.ts)' },
      to: { path: '^(scripts|e2e|bench|\\.config)/' },
    },
    {
      name: 'tests-stay-tests',
      comment: 'What runs in production imports no test support.',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: [TEST] },
      to: { path: TEST },
    },
    {
      name: 'production-without-dev-packages',
      severity: 'error',
      from: { path: '^(app|components|lib|server\\.ts|proxy\\.ts|instrumentation\\.ts)', pathNot: [TEST] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      comment: 'An import must lead somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '\\.next', 'dist'] },
    exclude: { path: ['^\\.next/', '^dist/', '^next-env\\.d\\.ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
};
