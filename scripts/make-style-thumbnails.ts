import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { IMAGE_STYLES } from '../lib/core/image-styles';
import { STYLE_SHEET } from '../lib/core/style-sheet';

/*
 * Draws the examples of all style presets with a running server, and writes them as one picture into `public/`:
 *
 *   API_KEY=… node --import tsx scripts/make-style-thumbnails.ts http://127.0.0.1:3000 [model]
 */

const PROMPT = 'A red fox beside a small house in the hills on a summer day';
const SEED = 11;
/** Drawn larger than shown, so that fine lines stay. */
const DRAWN_SIDE = 512;
const WEBP_QUALITY = 78;
/** The rate limit for images resets each minute. */
const WAIT_MS = 15_000;
const MOST_TRIES = 8;

const [origin, model = 'scene-composer'] = process.argv.slice(2);
if (!origin) throw new Error('Usage: make-style-thumbnails.ts ORIGIN [MODEL]');

const { columns, rows, side, path } = STYLE_SHEET;
if (IMAGE_STYLES.length > columns * rows)
  throw new Error('The sheet has too few places: change lib/core/style-sheet.ts.');

const tiles = [];
for (const [at, { name }] of IMAGE_STYLES.entries()) {
  const input = await sharp(await draw(name))
    .resize(side, side)
    .toBuffer();
  tiles.push({ input, left: (at % columns) * side, top: Math.floor(at / columns) * side });
  console.log(`${at + 1} of ${IMAGE_STYLES.length}: ${name}`);
}
const sheet = await sharp({
  create: { width: columns * side, height: rows * side, channels: 3, background: 'white' },
})
  .composite(tiles)
  .webp({ quality: WEBP_QUALITY, effort: 6 })
  .toBuffer();
const file = join(dirname(fileURLToPath(import.meta.url)), '..', 'public', path);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, sheet);
console.log(`${path}: ${Math.round(sheet.length / 1_000)} KB`);

/** One example as a PNG. Waits while the rate limit refuses. */
async function draw(style: string): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${origin}/api/v1/image/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${process.env.API_KEY ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model,
        prompt: PROMPT,
        style_preset: style,
        seed: SEED,
        width: DRAWN_SIDE,
        height: DRAWN_SIDE,
        format: 'png',
        hide_watermark: true,
        return_binary: true,
      }),
    });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    if (response.status !== 429 || tries === MOST_TRIES) {
      throw new Error(`${style}: ${response.status} ${await response.text()}`);
    }
    await sleep(WAIT_MS);
  }
}
