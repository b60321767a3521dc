import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseServiceFile } from '../service-file';

const [, images = ''] = readFileSync('docs/providers.md', 'utf8').split('\n## Image servers\n');
const [section = ''] = images.split('\n## ');
const recipes = section.split('\n### ').slice(1);
const environment = { A1111_PASSWORD: 'p', OPENAI_KEY: 'k', GEMINI_KEY: 'k' };

it.each(recipes.map((text) => [text.split('\n')[0], text] as const))(
  'the recipe of docs/providers.md for %s has a command and a valid service file',
  (_, text) => {
    expect(text).toMatch(/```sh\n\S/);
    const [, file = ''] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
    const outcome = parseServiceFile('recipe.yaml', file, environment);
    if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
    expect(outcome.file.models.length).toBeGreaterThan(0);
    expect(outcome.file.providers.length).toBeGreaterThan(0);
  },
);

it('there is a recipe for each kind of image server', () => {
  expect(recipes.length).toBe(6);
});
