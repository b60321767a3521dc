import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AUTOMATIC1111_FIELDS } from '../../automatic1111/upstream';
import { COMFYUI_FIELDS } from '../../comfyui/provider';
import { type CarriedFields, DRAW_FIELDS, EDIT_FIELDS, UPSCALE_FIELDS } from '../../kit/images/fields';
import { LOCAL_FIELDS } from '../../local/image-fields';
import { IMAGE_DIALECTS } from '../../openai-compatible/images/dialects';
import { GEMINI_FIELDS } from '../../vendor/images/gemini';
import { IMAGEN_FIELDS } from '../../vendor/images/imagen';

const UPSTREAMS: Record<string, CarriedFields> = {
  ...IMAGE_DIALECTS,
  automatic1111: AUTOMATIC1111_FIELDS,
  comfyui: COMFYUI_FIELDS,
  gemini: GEMINI_FIELDS,
  imagen: IMAGEN_FIELDS,
  ...LOCAL_FIELDS,
};
const TABLES = [
  ['Drawing', 'draw', DRAW_FIELDS],
  ['Editing', 'edit', EDIT_FIELDS],
  ['Enlarging', 'upscale', UPSCALE_FIELDS],
] as const;

const [, images = ''] = readFileSync('docs/fields.md', 'utf8').split('\n## Images\n');

/** The rows of the first table after a heading, with the header first. */
function tableBelow(heading: string): string[][] {
  const [, text = ''] = images.split(`\n### ${heading}\n`);
  const [section = ''] = text.split(/\n##+ /);
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )
    .filter(([first]) => !/^-+$/.test(first ?? ''));
}

describe.each(TABLES)('the table of docs/fields.md about images, "%s"', (heading, kind, fields) => {
  const able = Object.entries(UPSTREAMS).flatMap(([name, carried]) => {
    const found: Record<string, string | undefined> | null = carried[kind];
    return found ? [{ name, found }] : [];
  });

  it('says what carries each field, as the adapters declare it', () => {
    const rows = fields.map((field) => [`\`${field}\``, ...able.map(({ found }) => found[field] ?? '–')]);
    expect(tableBelow(heading)).toEqual([['field', ...able.map(({ name }) => name)], ...rows]);
  });
});
