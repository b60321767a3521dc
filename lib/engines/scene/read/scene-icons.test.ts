import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { CONCEPTS } from './aliases/concepts';
import { parseAliases, parseMeaning } from './parse-alias';
import { ALIAS_TABLES, sceneIcons } from './scene-icons';
import { COLOR_NOUNS, COLORS } from './words/modifiers';
import { HELD } from './words/activities';
import { SENSES } from './words/ambiguous';
import { SETTINGS } from './words/settings';

const OWN =
  'sign banner table chair bench fence bridge lamp-post door window road path river waterfall campfire book-stack shelf bed rug hill island rock pond stairs wall box ball cube flag kite lighthouse windmill balloon umbrella sofa armchair floor-lamp table-lamp ceiling-lamp plate glass fridge wardrobe fireplace screen piano shop restaurant barn cabin tower pyramid hot-air-balloon airship dragon sailboat rowboat motorboat ship train stone-bridge barrel chest hay-bale igloo surfboard tent castle pizza fireworks shooting-star';
const PLACES =
  'plain meadow forest mountains beach sea underwater desert city village street room kitchen space sky snow garden jungle lake farm';
const aliases = [...ALIAS_TABLES, CONCEPTS, SETTINGS].flatMap(parseAliases);

it('offers only icons of the icon set', async () => {
  const file = createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji/icons.json');
  const { icons } = JSON.parse(await readFile(file, 'utf8')) as { icons: Record<string, unknown> };
  expect(sceneIcons().filter((name) => !(name in icons))).toEqual([]);
  expect(new Set(sceneIcons()).size).toBe(sceneIcons().length);
});

it('offers enough icons, and leaves out flags and symbols of interfaces', () => {
  expect(sceneIcons().length).toBeGreaterThan(700);
  expect(sceneIcons().length).toBeLessThan(1_000);
  expect(sceneIcons().filter((name) => /button|arrow-|keycap|input-|-oclock$/.test(name))).toEqual(['three-oclock']);
});

it('knows other words for a thing', () => {
  expect(aliases.flatMap(({ phrases }) => phrases).length).toBeGreaterThan(1_500);
});

it('names only drawings, colors, sizes, and places that there are', () => {
  const offered = new Set([...sceneIcons(), ...OWN.split(' ').map((name) => `own:${name}`)]);
  const others = [
    ...SENSES.map(({ alias }) => alias),
    ...Object.values(COLOR_NOUNS).flatMap(({ alias }) => alias ?? []),
    ...Object.keys(HELD),
  ].map(parseMeaning);
  const all = [...aliases, ...others];
  const things = all.flatMap((alias) => alias.things);
  expect(things.map(({ icon }) => icon).filter((icon) => !offered.has(icon))).toEqual([]);
  expect(things.flatMap(({ color }) => color ?? []).filter((color) => !(color in COLORS))).toEqual([]);
  expect(things.flatMap(({ size }) => size ?? []).filter((size) => !/^(tiny|small|large|huge)$/.test(size))).toEqual(
    [],
  );
  const places = all.flatMap(({ setting }) => [setting.place ?? [], setting.weakPlace ?? []].flat());
  expect(places.filter((place) => !PLACES.split(' ').includes(place))).toEqual([]);
  expect(new Set(places).size).toBe(19);
});
