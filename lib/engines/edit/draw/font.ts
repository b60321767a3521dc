import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import opentype, { type Font } from 'opentype.js';
import { processState } from '../../../platform/process-state';
import { projectRoot } from '../../../platform/project-root';

/** The font of the pages, whose package has its outlines: nothing depends on the fonts of the machine. */
const FILE = 'node_modules/geist/dist/fonts/geist-sans/Geist-Bold.ttf';

/** The font that texts on images are drawn with. Read once per process. */
export function textFont(): Font {
  return processState('engines.edit.font', () => {
    const file = readFileSync(join(projectRoot(), FILE));
    return opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
  });
}

/** The characters of a text that the font has no shape for, each once. */
export function missingCharacters(text: string): string {
  const font = textFont();
  return [...new Set(text)].filter((character) => font.charToGlyphIndex(character) === 0).join('');
}
