import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EMBEDDING_FIELDS } from '../../kit/embeddings/fields';
import { OPENAI_EMBEDDING_FIELDS } from '../../openai-compatible/embeddings/embed';
import { BEDROCK_EMBEDDING_FIELDS, GOOGLE_EMBEDDING_FIELDS } from '../../vendor/embeddings/embed';

const [, embeddings = ''] = readFileSync('docs/fields.md', 'utf8').split('\n## Embeddings\n');

it('says what carries each field, as the adapters declare it', () => {
  const rows = embeddings
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )
    .filter(([first]) => !/^-+$/.test(first ?? ''));
  const columns = [OPENAI_EMBEDDING_FIELDS, GOOGLE_EMBEDDING_FIELDS, BEDROCK_EMBEDDING_FIELDS];
  expect(rows).toEqual([
    ['field', 'openai-compatible', 'google', 'amazon-bedrock'],
    ...EMBEDDING_FIELDS.map((field) => [field, ...columns.map((column) => column[field] ?? '–')]),
  ]);
});
