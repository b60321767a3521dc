import { describe, expect, it } from 'vitest';
import { mistakesOfCode, mistakesOfDocument, readHeadings } from './steps/check-references.mjs';

const RULES = `# Rules

## 1. Overview

### Error body

### Time limits: all

### Error body

\`\`\`yaml
# Not a heading
\`\`\`
`;
const FILES = ['README.md', 'docs/rules.md', 'docs/face.webp', 'lib/money.ts', 'app/(console)/usage/page.tsx'];
const repository = {
  exists: (/** @type {string} */ path) => FILES.includes(path),
  headingsOf: (/** @type {string} */ path) => (path.endsWith('rules.md') ? readHeadings(RULES) : null),
};
const inCode = (/** @type {string} */ text) => mistakesOfCode('lib/a.ts', text, repository);
const inDocument = (/** @type {string} */ text) => mistakesOfDocument('docs/page.md', text, repository);

it('reads headings without their numbers and outside of code blocks, and their anchors as GitHub makes them', () => {
  const { titles, anchors } = readHeadings(RULES);
  expect([...titles]).toEqual(['Rules', 'Overview', 'Error body', 'Time limits: all']);
  expect([...anchors]).toEqual(['rules', '1-overview', 'error-body', 'time-limits-all', 'error-body-1']);
});

describe('code', () => {
  it.each([
    '// See docs/rules.md.',
    '/** What fails (docs/rules.md, "Error body"). */',
    '/** Source: docs/rules.md, "Overview", "Error body" and "Time limits: all"; the rest is ours. */',
    '/**\n * What fails (docs/rules.md,\n * "Error\n * body").\n */',
    '// See docs/rules.md#error-body-1.',
    "get('/docs/missing.md');",
    '// The weights of RFC 9110, section 12.5.3, and section 4 of RFC 9745.',
    '// EIP-1271 § 2',
    '// A contract of 5 parts, and the contract 0x12.',
  ])('may say %j', (text) => {
    expect(inCode(text)).toEqual([]);
  });

  it.each([
    ['// See docs/missing.md.', 1, 'docs/missing.md does not exist'],
    ['\n// (docs/rules.md, "Errors")', 2, 'docs/rules.md has no heading “Errors”'],
    ['// docs/rules.md, "Error body"\n// and "Time"', 2, 'docs/rules.md has no heading “Time”'],
    ['// docs/rules.md#errors', 1, 'docs/rules.md has no heading for #errors'],
    ['/** Amounts (contract 15.3). */', 1, '“contract 15.3” refers to a document outside the repository'],
    ['/**\n * By the contract\n * 4.8\n */', 2, '“contract 4.8” refers to a document outside the repository'],
    ['// (architecture, section 6)', 1, '“architecture, section 6” refers to a document outside the repository'],
    ['// see look, section 2', 1, '“section 2” refers to a document outside the repository'],
    ['// conflict C6', 1, '“conflict C6” refers to a document outside the repository'],
    ['// By RFC 9110. Also section 3.', 1, '“section 3” refers to a document outside the repository'],
  ])('may not say %j', (text, line, what) => {
    expect(inCode(text)).toEqual([`lib/a.ts:${line}: ${what}`]);
  });
});

describe('a document', () => {
  it.each([
    '[rules](rules.md), [errors](rules.md#error-body), [here](rules.md#1-overview), ![face](face.webp)',
    '[elsewhere](https://example.com/a.md#b), [root](../README.md)',
    '`docs/rules.md, "Error body"`, `lib/money.ts`, `app/(console)/usage/page.tsx`',
    '`lib/*/contract.ts`, `docs/<file>.md`, `app/[id]/route.ts`, `lib/…`',
    '```\n`lib/missing.ts` [x](missing.md)\n```',
  ])('may say %j', (text) => {
    expect(inDocument(text)).toEqual([]);
  });

  it.each([
    ['[gone](missing.md)', 1, 'docs/missing.md does not exist'],
    ['[gone](rules.md#errors)', 1, 'docs/rules.md has no heading for #errors'],
    ['```\n```\n`lib/missing.ts`', 3, 'lib/missing.ts does not exist'],
    ['By `docs/rules.md, "Errors"`.', 1, 'docs/rules.md has no heading “Errors”'],
  ])('may not say %j', (text, line, what) => {
    expect(inDocument(text)).toEqual([`docs/page.md:${line}: ${what}`]);
  });
});
