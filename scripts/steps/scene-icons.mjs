import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ROOT } from './run.mjs';

/*
 * dist/scene-icons.json: the icons that the scene composer can draw, out of two packages of some 110 MB. Every icon is
 * on a line of its own, so that a process reads only those that it needs.
 */

const FILE = join(ROOT, 'dist', 'scene-icons.json');
const require = createRequire(import.meta.url);
/** The list of icons, as a function `sceneIcons()`. */
const LIST = join(ROOT, 'lib/engines/scene/read/scene-icons.ts');
/** Icons are measured at this size. */
const SIDE = 64;
const OPAQUE = 40;

/** Writes the file, unless it was made from the same list, packages, and code. */
export async function writeSceneIcons() {
  const names = await listIcons();
  // Not before the packages are installed.
  const sets = [
    require.resolve('@iconify-json/fluent-emoji/icons.json'),
    require.resolve('@iconify-json/fluent-emoji-flat/icons.json'),
  ].map((file) => dirname(file));
  const sources = [import.meta.filename, ...sets.map((set) => join(set, 'package.json'))];
  const hash = createHash('sha256').update(names.join('\n'));
  for (const source of sources) hash.update(readFileSync(source));
  const first = `{"": ${JSON.stringify(hash.digest('hex'))}`;
  if (existsSync(FILE) && readFileSync(FILE).subarray(0, first.length).toString() === first) return;
  const [shaded, flat] = sets.map((set) => JSON.parse(readFileSync(join(set, 'icons.json'), 'utf8')));
  const { Resvg } = await import('@resvg/resvg-js');
  const lines = [first];
  for (const name of names) {
    const icon = bodyOf(shaded, name);
    if (icon === undefined) continue;
    const body = shorten(icon);
    const flatBody = shorten(bodyOf(flat, name) ?? icon);
    lines.push(`${JSON.stringify(name)}:${JSON.stringify({ ...measure(Resvg, body), body, flat: flatBody })}`);
  }
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(`${FILE}.${process.pid}`, `${lines.join(',\n')}\n}\n`);
  renameSync(`${FILE}.${process.pid}`, FILE);
}

/** @returns {Promise<string[]>} */
async function listIcons() {
  const esbuild = await import('esbuild');
  const built = await esbuild.build({
    entryPoints: [LIST],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = Buffer.from(built.outputFiles[0]?.contents ?? []).toString('base64');
  const { sceneIcons } = await import(`data:text/javascript;base64,${code}`);
  return [...new Set(/** @type {Iterable<string>} */ (sceneIcons()))].sort();
}

/**
 * @typedef {{ icons: Record<string, { body: string }>, aliases?: Record<string, { parent: string }> }} IconSet
 * @param {IconSet} set
 * @param {string} name
 * @returns {string | undefined}
 */
function bodyOf(set, name) {
  return (set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ''])?.body;
}

/** Two digits are a tenth of a pixel at any size that is drawn. @param {string} body */
function shorten(body) {
  return body.replace(/ d="[^"]*"/g, (path) => path.replace(/(\.\d\d)\d+/g, '$1'));
}

/**
 * The box of what is visible (left, top, width, height of 32), and its main color: hue, saturation, and lightness of
 * the most frequent hue, or null for an icon without colors.
 * @param {typeof import('@resvg/resvg-js').Resvg} Resvg
 * @param {string} body
 */
function measure(Resvg, body) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${SIDE}" height="${SIDE}">${body}</svg>`;
  const pixels = new Resvg(svg).render().pixels;
  const box = { left: SIDE, top: SIDE, right: 0, bottom: 0 };
  /** @type {{ weight: number, saturation: number, lightness: number, x: number, y: number }[]} */
  const hues = Array.from({ length: 24 }, () => ({ weight: 0, saturation: 0, lightness: 0, x: 0, y: 0 }));
  let visible = 0;
  for (let index = 0; index < SIDE * SIDE; index += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index * 4, index * 4 + 4);
    if (alpha < OPAQUE) continue;
    visible += 1;
    const [x, y] = [index % SIDE, Math.floor(index / SIDE)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
    const { h, s, l } = hsl(red, green, blue);
    const hue = hues[Math.floor(h / 15) % 24];
    if (!hue || s < 0.15 || l < 0.12 || l > 0.95) continue;
    hue.weight += s;
    hue.saturation += s * s;
    hue.lightness += l * s;
    hue.x += Math.cos((h * Math.PI) / 180) * s;
    hue.y += Math.sin((h * Math.PI) / 180) * s;
  }
  const scale = 32 / SIDE;
  const numbers = [box.left, box.top, box.right - box.left, box.bottom - box.top].map((part) => part * scale);
  return { box: numbers, main: mainColor(hues, visible) };
}

/** @param {{ weight: number, saturation: number, lightness: number, x: number, y: number }[]} hues @param {number} visible */
function mainColor(hues, visible) {
  // A main hue often spreads over the border of two sectors.
  const around = hues.map((_, index) => [hues.at(index - 1), hues[index], hues[(index + 1) % hues.length]]);
  const sums = around.map((sectors) => ({
    weight: sum(sectors, 'weight'),
    saturation: sum(sectors, 'saturation'),
    lightness: sum(sectors, 'lightness'),
    angle: Math.atan2(sum(sectors, 'y'), sum(sectors, 'x')),
  }));
  const best = sums.reduce((most, other) => (other.weight > most.weight ? other : most));
  if (best.weight < visible * 0.08) return null;
  const round = (/** @type {number} */ number) => Math.round(number * 100) / 100;
  return {
    h: Math.round(((best.angle * 180) / Math.PI + 360) % 360),
    s: round(best.saturation / best.weight),
    l: round(best.lightness / best.weight),
  };
}

/** @template {string} K @param {(Record<K, number> | undefined)[]} list @param {K} key */
function sum(list, key) {
  return list.reduce((total, entry) => total + (entry?.[key] ?? 0), 0);
}

/** @param {number} red @param {number} green @param {number} blue */
function hsl(red, green, blue) {
  const [max, min] = [Math.max(red, green, blue) / 255, Math.min(red, green, blue) / 255];
  const [l, range] = [(max + min) / 2, max - min];
  if (range === 0) return { h: 0, s: 0, l };
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const sixth = max === r ? ((g - b) / range + 6) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return { h: sixth * 60, s: range / (1 - Math.abs(2 * l - 1)), l };
}
