/*
 * Import rules between folders. One line per folder of `lib`; `contract.ts` may be imported by every capability's
 * neighbors, `tables.ts` only by its own folder. Tests may import more (they build the parts below them), but no file,
 * test or not, may be part of a cycle.
 */

const MACHINE = ['platform'];
const CALLERS = ['accounts', 'limits', 'ledger', ...MACHINE];
const BELOW_CAPABILITIES = ['providers', 'models', 'characters', 'media', 'web', 'jobs', 'failures', ...CALLERS];

const SERVER_FOLDERS = [
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
  'audit',
  'connected',
  'admin',
  'boot',
];

/** Folders of `lib` and what each may import besides itself and `core`. @type {Record<string, string[]>} */
const FOLDERS = {
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
  web: ['models', 'providers', 'media', ...MACHINE],
  jobs: ['providers', 'models', ...CALLERS],
  x402: CALLERS,
  idempotency: ['ledger', ...MACHINE],
  failures: MACHINE,
  audit: MACHINE,
  connected: ['audit', 'providers', 'models', ...MACHINE],
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
  'preferences',
  'shared-chats',
];
for (const capability of CAPABILITIES) FOLDERS[capability] = BELOW_CAPABILITIES;
FOLDERS.responses = ['chat', ...BELOW_CAPABILITIES];
// Operations on a whole account: export, deletion, linking a wallet.
FOLDERS.profile = ['x402', 'idempotency', ...CAPABILITIES, ...BELOW_CAPABILITIES];
// The operator sees everything that runs, including the engines.
FOLDERS.admin = ['x402', 'engines', 'audit', 'connected', ...CAPABILITIES, ...BELOW_CAPABILITIES];
// The composition root connects all of them.
FOLDERS.boot = Object.keys(FOLDERS).filter((name) => name !== 'client');

const TEST = '(\\.test\\.tsx?|/test-[a-z-]+\\.ts)$';
/** A folder's contract: schemas, types, and bounds, and the constants that pages need without the schemas. */
const CONTRACT = '^lib/[^/]+/(contract|constants)\\.ts$';
/** What a contract is made of, where one file would be too long: `contract.ts` of the folders below it. */
const PART_OF_CONTRACT = '^lib/[^/]+/[^/]+/contract\\.ts$';

/**
 * The rule of one folder: it may only import itself, `core`, and the given folders. @param {[string, string[]]} entry
 */
const folderRule = ([name, below]) => ({
  name: `${name}-looks-down`,
  comment: `lib/${name} may import ${[name, 'core', ...below].join(', ')} (docs/architecture.md, "Dependency rule").`,
  severity: 'error',
  from: { path: `^lib/${name}/`, pathNot: [TEST] },
  to: {
    path: '^(lib|app|components|scripts|e2e|bench|server\\.ts)',
    pathNot: [
      `^lib/(${[name, 'core', ...below].join('|')})/`,
      ...(name === 'client' ? [CONTRACT] : []),
      // The spec is the providers' contract: the shape of a listed upstream model.
      ...(name === 'models' ? ['^lib/providers/spec\\.ts$'] : []),
      // Only providers/local may use the engines (separate rule below).
      ...(name === 'providers' ? ['^lib/engines/'] : []),
      // A foreign key references another folder's table (separate rule below).
      '/tables\\.ts$',
    ],
  },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(FOLDERS).map(folderRule),
    {
      name: 'no-cycles',
      comment: 'No import cycles.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'folder-without-rule',
      comment: 'Add a new folder of lib to FOLDERS first.',
      severity: 'error',
      from: { path: '^lib/[^/]+/', pathNot: [`^lib/(${Object.keys(FOLDERS).join('|')})/`] },
      to: {},
    },
    {
      name: 'core-is-pure',
      comment: 'core runs anywhere: it may only use Zod, not Node.',
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
        'A contract (schemas, types, bounds) may be split into files of its own folder; none of them may import server code.',
      severity: 'error',
      from: { path: CONTRACT },
      to: { path: `^lib/(${SERVER_FOLDERS.join('|')})/`, pathNot: [CONTRACT, PART_OF_CONTRACT], reachable: true },
    },
    {
      name: 'constants-are-plain',
      comment: 'Constants can be imported without schemas.',
      severity: 'error',
      from: { path: '^lib/[^/]+/constants\\.ts$' },
      to: { path: '.' },
    },
    {
      name: 'lib-knows-no-framework',
      comment: 'Nothing under lib imports Next or React (next-auth is allowed where a visitor signs in).',
      severity: 'error',
      // The renderer runs Next: it is a separate program, and no code imports it.
      from: { path: '^lib/', pathNot: ['^lib/pages/renderer\\.child\\.ts$'] },
      to: { path: 'node_modules/(next|react|react-dom)/' },
    },
    {
      name: 'next-auth-in-accounts-alone',
      comment: 'Sessions are read and created in lib/accounts; the browser signs in through next-auth/react.',
      severity: 'error',
      from: { path: '^lib/', pathNot: ['^lib/accounts/'] },
      to: { path: 'node_modules/next-auth/' },
    },
    {
      name: 'tables-are-private',
      comment: 'tables.ts belongs to its folder; another tables.ts may import it for a foreign key.',
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
      comment: 'Only providers/local may use the engines.',
      severity: 'error',
      from: { path: '^lib/providers/', pathNot: ['^lib/providers/local/', TEST] },
      to: { path: '^lib/engines/' },
    },
    {
      name: 'components-see-contracts',
      comment: 'components import components, core, client, and the folders’ contract.ts and constants.ts.',
      severity: 'error',
      from: { path: '^components/', pathNot: [TEST] },
      to: { path: '^(lib|app|scripts|e2e|bench)/', pathNot: ['^lib/(core|client)/', CONTRACT] },
    },
    {
      name: 'primitives-know-no-product',
      comment: 'components/ui is independent of this product, except for the formats of money and time.',
      severity: 'error',
      from: { path: '^components/ui/', pathNot: [TEST] },
      to: { path: '^(components|lib|app)/', pathNot: ['^components/ui/', '^lib/core/', '^lib/client/now\\.ts$'] },
    },
    {
      name: 'pages-are-thin',
      comment:
        'Pages and layouts import components, contracts, lib/pages/visitor.ts and, for /docs, the API reference; data comes from the API.',
      severity: 'error',
      from: { path: '^app/', pathNot: ['^app/(api|doc)/', '^app/llms[^/]*/', TEST] },
      to: {
        path: '^(lib/|app/api/)',
        pathNot: ['^lib/(core|client)/', CONTRACT, '^lib/pages/visitor\\.ts$', '^lib/openapi/reference/shared\\.ts$'],
      },
    },
    {
      name: 'routes-are-declarations',
      comment: 'A route declares access, schema, and operation; it does not import what the operation uses.',
      severity: 'error',
      from: { path: '^app/((api|doc)/|llms)', pathNot: ['^app/api/(health|metrics)/', TEST] },
      to: { path: '^(lib/(platform|ledger|providers|engines|client|jobs|web)/|components/|app/(?!((api|doc)/|llms)))' },
    },
    {
      name: 'product-knows-no-tools',
      comment: 'Production code imports no script, test, or bench.',
      severity: 'error',
      from: { path: '^(app|components|lib|server\\.ts|proxy\\.ts|instrumentation\\.ts)', pathNot: [TEST] },
      to: { path: '^(scripts|e2e|bench|\\.config)/' },
    },
    {
      name: 'tests-use-the-chains',
      comment: 'A test in the product may start the local chains, but uses no other tool.',
      severity: 'error',
      from: { path: `^(app|components|lib)/.*${TEST}` },
      to: { path: '^(scripts|e2e|bench|\\.config)/', pathNot: ['^scripts/chains/'] },
    },
    {
      name: 'tests-stay-tests',
      comment: 'Production code imports no test support.',
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
      comment: 'An import must resolve.',
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
