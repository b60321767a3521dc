import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import type { ImageStyleName } from '../../lib/core/image-styles';
import { newId } from '../../lib/core/ids';
import { composeScene } from '../../lib/engines/scene/draw-in-child';
import prompts from './prompts.json' with { type: 'json' };

const COLUMNS = 5;
/** Scenes are drawn at the size that callers ask for most, and shown smaller. */
const DRAWN = 1_024;
const SHOWN = 320;
const GAP = 12;
const SHEET = join(import.meta.dirname, '../../docs/scenes.webp');

/** Draws every prompt with its style and seed 1, and writes all of them into one picture, in reading order. */
export async function drawSheet(): Promise<void> {
  const { signal } = new AbortController();
  const tiles: OverlayOptions[] = [];
  for (const [at, { prompt, style }] of prompts.entries()) {
    const { bytes, description } = await composeScene({
      ...{ prompt, seed: 1, width: DRAWN, height: DRAWN, account: newId(), signal },
      ...(style !== undefined && { style: style as ImageStyleName }),
    });
    tiles.push({
      input: await sharp(bytes).resize(SHOWN, SHOWN).png().toBuffer(),
      left: GAP + (at % COLUMNS) * (SHOWN + GAP),
      top: GAP + Math.floor(at / COLUMNS) * (SHOWN + GAP),
    });
    console.log(`${at + 1}. ${prompt}${style === undefined ? '' : ` [${style}]`}: ${description.subjects.join('; ')}`);
  }
  const sideOf = (count: number) => GAP + count * (SHOWN + GAP);
  const sheet = sharp({
    create: {
      ...{ width: sideOf(COLUMNS), height: sideOf(Math.ceil(prompts.length / COLUMNS)) },
      ...{ channels: 3 as const, background: '#f4f3ef' },
    },
  });
  writeFileSync(SHEET, await sheet.composite(tiles).webp({ quality: 82, effort: 6 }).toBuffer());
  console.log(`\nWritten to ${SHEET}`);
}
