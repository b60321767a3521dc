import { defineConfig } from 'eslint/config';
import nextVitals from 'eslint-config-next/core-web-vitals';
import tseslint from 'typescript-eslint';

/*
 * The project's lint rules. A restriction names the place where the restricted thing is allowed; imports between
 * folders are checked by dependency-cruiser (`dependency-cruiser.cjs`). Comments cannot switch a rule off
 * (`noInlineConfig`).
 */

const CODE = ['**/*.{ts,tsx,mjs,cjs}'];
const TESTS = ['**/*.test.{ts,tsx,mjs}', 'lib/**/test-*.ts', 'e2e/**'];
const TOOLS = ['scripts/**', '.config/**', 'bench/**', 'next.config.ts', 'postcss.config.mjs', 'tailwind.config.ts'];
const PAGES = ['app/**/*.tsx'];

/** @param {number} perFunction lines, without blanks and comments @returns {import('eslint').Linter.RulesRecord} */
const lengths = (perFunction) => ({
  'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: perFunction, skipBlankLines: true, skipComments: true }],
});

/** @param {string} object @param {string} name @param {string} home */
const property = (object, name, home) => ({ object, property: name, message: `Use it only in ${home}.` });
/** @param {string} selector @param {string} message */
const syntax = (selector, message) => ({ selector, message });

const ENVIRONMENT = property('process', 'env', 'lib/platform/env.ts');
const JOINED = {
  object: 'AbortSignal',
  property: 'any',
  message: 'It does not follow every signal: see lib/platform/light-controller.ts.',
};
const CLOCK = [property('Date', 'now', 'lib/platform/clock.ts (lib/client/now.ts in the browser)')];
const FETCH = [
  property('globalThis', 'fetch', 'lib/client; on the server use lib/platform/fetch.ts'),
  property('window', 'fetch', 'lib/client'),
];

const CLOCK_SYNTAX = [
  syntax('NewExpression[callee.name="Date"][arguments.length=0]', 'Read the time with clock.now().'),
  syntax('CallExpression[callee.name="Date"]', 'Read the time with clock.now().'),
];
const TRUTH_SYNTAX = [
  syntax(
    'TSAsExpression > TSAsExpression > TSUnknownKeyword',
    'Check the type (a schema, a guard) instead of casting.',
  ),
  syntax(
    'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo|fixme|skipIf|runIf)$/]',
    'Tests must not be skipped or focused.',
  ),
  syntax(
    'NewExpression[callee.name="Worker"][arguments.length=1]',
    'Extend Worker: Next resolves the script of `new Worker`, which a clean clone has not built yet.',
  ),
  syntax(
    'CallExpression[callee.object.name="AbortSignal"][callee.property.name="any"] CallExpression[callee.object.name="AbortSignal"][callee.property.name="timeout"]',
    'Use withTimeLimit (lib/platform/with-time-limit.ts): on Node 20, a time limit in such a signal may never come.',
  ),
];
const RESPONSE_SYNTAX = [
  syntax(
    'NewExpression[callee.name="Response"]',
    'Only lib/http creates a Response: return a value, or throw an ApiError.',
  ),
  syntax('CallExpression[callee.object.name="Response"]', 'Only lib/http creates a Response.'),
];

const NEXT_SERVER = [
  { name: 'next/headers', message: 'Only pages and layouts read it; routes get what they need from endpoint().' },
  { name: 'next/server', message: 'Only proxy.ts needs it; handlers use web standards.', allowTypeImports: true },
  { name: 'next/cache', message: 'Nothing here is cached by Next.' },
];
const NODE_IMPORTS = [
  { name: 'node:process', message: 'Use the global process; its env is lib/platform/env.ts.' },
  { name: 'process', message: 'Use the global process; its env is lib/platform/env.ts.' },
];

export default defineConfig(
  {
    ignores: [
      '.next/',
      'dist/',
      'data/',
      'public/',
      'next-env.d.ts',
      'test-results/',
      'playwright-report/',
      'screenshots/',
    ],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  { files: ['app/**', 'components/**'], ignores: ['app/api/**', '**/*.test.*'], extends: [nextVitals] },
  ...tseslint.configs.recommended,
  {
    name: 'types',
    files: CODE,
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: new URL('..', import.meta.url).pathname },
    },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    name: 'house',
    files: CODE,
    rules: {
      ...lengths(60),
      'no-console': 'error',
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Use it only in lib/client and lib/platform/fetch.ts.' },
      ],
      '@typescript-eslint/no-restricted-imports': ['error', { paths: [...NEXT_SERVER, ...NODE_IMPORTS] }],
      'no-restricted-properties': ['error', ENVIRONMENT, JOINED, ...CLOCK, ...FETCH],
      'no-restricted-syntax': ['error', ...TRUTH_SYNTAX, ...CLOCK_SYNTAX, ...RESPONSE_SYNTAX],
    },
  },
  {
    name: 'components',
    files: ['components/**/*.{ts,tsx}', ...PAGES],
    // The React compiler is not used, so code that it could not optimize is fine.
    rules: { ...lengths(120), 'react-hooks/preserve-manual-memoization': 'off' },
  },
  {
    name: 'pages read the request',
    files: PAGES,
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: NODE_IMPORTS }] },
  },
  {
    name: 'page headers',
    files: ['proxy.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: NODE_IMPORTS }] },
  },
  {
    // Next replaces NEXT_RUNTIME in instrumentation.ts by a constant while it builds.
    name: 'settings',
    files: ['lib/platform/env.ts', 'instrumentation.ts'],
    rules: { 'no-restricted-properties': ['error', JOINED, ...CLOCK, ...FETCH] },
  },
  {
    name: 'clock',
    files: ['lib/platform/clock.ts', 'lib/client/now.ts'],
    rules: {
      'no-restricted-properties': ['error', ENVIRONMENT, JOINED, ...FETCH],
      'no-restricted-syntax': ['error', ...TRUTH_SYNTAX, ...RESPONSE_SYNTAX],
    },
  },
  {
    name: 'fetch in the browser',
    files: ['lib/client/**'],
    ignores: ['lib/client/now.ts'],
    rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': ['error', ENVIRONMENT, ...CLOCK] },
  },
  {
    name: 'Response',
    // The vendors' packages expect one from the fetch that we pass them.
    files: ['lib/http/**', 'lib/providers/vendor/fetch.ts'],
    rules: { 'no-restricted-syntax': ['error', ...TRUTH_SYNTAX, ...CLOCK_SYNTAX] },
  },
  {
    name: 'tests and tools',
    files: [...TESTS, ...TOOLS],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      'no-restricted-globals': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-syntax': ['error', ...TRUTH_SYNTAX],
    },
  },
  {
    name: 'tools',
    files: TOOLS,
    ignores: TESTS,
    rules: { ...lengths(60), 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
