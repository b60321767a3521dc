import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMAGE_STYLES, type ImageStyleName } from '../../../core/image-styles';
import { sceneIcons } from '../read/scene-icons';
import type {
  Mood,
  Place,
  RelationKind,
  Scene,
  Season,
  Side,
  SubjectColor,
  SubjectSize,
  TimeOfDay,
  Weather,
} from '../scene';
import { testScene } from '../test-scenes';
import { drawScene } from './draw-scene';
import { OWN_DRAWINGS } from './own/own-drawings';
import { paintScene } from './paint-scene';

const PLACES: Place[] = [
  ...(['plain', 'meadow', 'forest', 'mountains', 'beach', 'sea', 'underwater', 'desert', 'city', 'village'] as const),
  ...(['street', 'room', 'kitchen', 'space', 'sky', 'snow', 'garden', 'jungle', 'lake', 'farm'] as const),
];
const TIMES: TimeOfDay[] = ['dawn', 'day', 'sunset', 'night'];
const WEATHERS: Weather[] = ['clear', 'cloudy', 'rain', 'storm', 'snow', 'fog', 'wind', 'rainbow'];
const SEASONS: Season[] = ['spring', 'summer', 'autumn', 'winter'];
const MOODS: Mood[] = ['calm', 'cheerful', 'gloomy', 'mysterious', 'romantic', 'dramatic', 'dreamy'];
const KINDS: RelationKind[] = [
  'on',
  'under',
  'beside',
  'behind',
  'in_front_of',
  'in',
  'riding',
  'holding',
  'flying_over',
];
const COLORS: SubjectColor[] = ['red', 'yellow', 'green', 'blue', 'purple', 'black', 'white', 'gold'];
const SIDES: Side[] = ['left', 'middle', 'right', 'elsewhere'];
const SIZES: SubjectSize[] = ['tiny', 'small', 'normal', 'large', 'huge'];

/** The pixels of a scene. */
function render(
  scene: Scene,
  {
    width = 64,
    height = 64,
    seed = 1,
    style,
  }: { width?: number; height?: number; seed?: number; style?: ImageStyleName } = {},
): Buffer {
  const image = new Resvg(drawScene(scene, { width, height, seed, style }), {
    font: { loadSystemFonts: false },
  }).render();
  expect([image.width, image.height]).toEqual([width, height]);
  return image.pixels;
}

/** The mean difference of two pictures, 0…255. */
function difference(first: Buffer, second: Buffer): number {
  let sum = 0;
  for (let at = 0; at < first.length; at += 1) sum += Math.abs((first[at] ?? 0) - (second[at] ?? 0));
  return sum / first.length;
}

/** How many different pictures there are. */
function distinct(pictures: Buffer[]): number {
  return pictures.filter((picture, index) => pictures.slice(0, index).every((other) => difference(picture, other) > 1))
    .length;
}

describe('drawScene', () => {
  it('draws the same text for the same scene and seed, and another one for another seed', () => {
    const scene = testScene([{ icon: 'dog' }, { icon: 'own:sign', text: 'Hi' }], { place: 'forest' });
    const options = { width: 128, height: 96, seed: 5 };
    expect(drawScene(scene, options)).toBe(drawScene(structuredClone(scene), options));
    expect(drawScene(scene, { ...options, seed: 6 })).not.toBe(drawScene(scene, options));
  });

  it('draws every place, time, weather, season, and mood differently', () => {
    expect(distinct(PLACES.map((place) => render(testScene([], { place }))))).toBe(PLACES.length);
    expect(distinct(TIMES.map((time) => render(testScene([], { time }))))).toBe(TIMES.length);
    expect(distinct(WEATHERS.map((weather) => render(testScene([], { weather }))))).toBe(WEATHERS.length);
    expect(distinct(SEASONS.map((season) => render(testScene([], { season }))))).toBe(SEASONS.length);
    expect(distinct(MOODS.map((mood) => render(testScene([], { mood }))))).toBe(MOODS.length);
  });

  it('composes something abstract of the words of a prompt', () => {
    const motifs = ['xyzzy', 'plugh', 'כלב אדום ליד בית'];
    const drawn = (motif: string, seed: number) => render(testScene([], { place: 'plain', motif }), { seed });
    expect(distinct([...motifs.map((motif) => drawn(motif, 1)), ...motifs.map((motif) => drawn(motif, 2))])).toBe(6);
    expect(drawn('xyzzy', 1)).toEqual(drawn('xyzzy', 1));
    for (const { name } of IMAGE_STYLES) {
      expect(render(testScene([], { place: 'plain', motif: 'xyzzy' }), { style: name, width: 90, height: 40 })[3]).toBe(
        255,
      );
    }
  });

  it('draws every place at every shape', () => {
    const shapes = [
      [1, 1],
      [10, 280],
      [280, 10],
      [90, 160],
    ] as const;
    for (const place of PLACES) {
      for (const [width, height] of shapes) {
        const pixels = render(testScene([{ icon: 'cat', count: 3 }, { icon: 'butterfly' }], { place }), {
          width,
          height,
        });
        expect(pixels.length).toBe(width * height * 4);
        expect(pixels.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
      }
    }
  }, 90_000);

  it('draws every place in a style that lays its layers onto each other as sheets', () => {
    for (const place of PLACES) {
      for (const [width, height] of [
        [85, 87],
        [160, 60],
        [40, 170],
      ] as const) {
        const subjects = [{ icon: 'cat', count: 3 }, { icon: 'astronaut' }, { icon: 'butterfly' }];
        const { data } = paintScene(testScene(subjects, { place }), { width, height, style: 'Paper Cutout', seed: 1 });
        expect(data[3]).toBe(255);
      }
    }
  }, 90_000);

  it('draws very tall pictures of what has straight edges', () => {
    for (const place of ['room', 'kitchen', 'street'] as const) {
      expect(render(testScene([{ icon: 'cat' }], { place }), { width: 64, height: 1792 })[3]).toBe(255);
    }
  });

  it('draws every drawing of our own, and changes its color', () => {
    expect(OWN_DRAWINGS).toHaveLength(77);
    const empty = render(testScene([], { place: 'plain' }));
    for (const icon of OWN_DRAWINGS) {
      const usual = render(testScene([{ icon, text: 'A' }], { place: 'plain' }));
      const purple = render(testScene([{ icon, text: 'A', color: 'purple' }], { place: 'plain' }));
      expect(difference(usual, empty), icon).toBeGreaterThan(0.3);
      expect(difference(usual, purple), icon).toBeGreaterThan(0.05);
    }
  });

  it('writes the text of signs', () => {
    const blank = render(testScene([{ icon: 'own:sign' }], { place: 'plain' }));
    const open = render(testScene([{ icon: 'own:sign', text: 'Open' }], { place: 'plain' }));
    const shut = render(testScene([{ icon: 'own:sign', text: 'Shut' }], { place: 'plain' }));
    expect(distinct([blank, open]) + distinct([open, shut])).toBeGreaterThanOrEqual(3);
  });

  it('draws what reaches far beyond the picture in layers of paper', () => {
    const scene = testScene([{ icon: 'automobile' }], { place: 'city', time: 'night' });
    for (const [width, height] of [
      [320, 320],
      [1, 50],
    ] as const) {
      expect(paintScene(scene, { style: 'Paper Cutout', width, height, seed: 1 }).data[3]).toBe(255);
    }
  });

  it('draws every weather at every shape', () => {
    for (const weather of WEATHERS) {
      for (const [width, height] of [
        [1, 50],
        [90, 3],
      ] as const) {
        const scene = testScene([{ icon: 'sailboat' }, { icon: 'bird', count: 3 }], { place: 'sea', weather });
        expect(render(scene, { width, height })[3]).toBe(255);
      }
    }
  });

  it('leaves out icons that it does not have', () => {
    const options = { width: 64, height: 64, seed: 1 };
    expect(drawScene(testScene([{ icon: 'no-such-icon' }]), options)).toBe(drawScene(testScene([]), options));
  });

  it('survives any scene', () => {
    const icons = [...sceneIcons(), ...OWN_DRAWINGS];
    const subject = fc.record({
      icon: fc.constantFrom(...icons),
      count: fc.integer({ min: 1, max: 24 }),
      size: fc.constantFrom(...SIZES),
      color: fc.option(fc.constantFrom(...COLORS), { nil: undefined }),
      text: fc.option(fc.string({ maxLength: 40, unit: 'grapheme' }), { nil: undefined }),
      relation: fc.option(fc.record({ kind: fc.constantFrom(...KINDS), target: fc.integer({ min: 0, max: 5 }) }), {
        nil: undefined,
      }),
      side: fc.option(fc.constantFrom(...SIDES), { nil: undefined }),
    });
    const scene = fc.record({
      place: fc.constantFrom(...PLACES),
      time: fc.constantFrom(...TIMES),
      weather: fc.constantFrom(...WEATHERS),
      season: fc.option(fc.constantFrom(...SEASONS), { nil: undefined }),
      mood: fc.option(fc.constantFrom(...MOODS), { nil: undefined }),
    });
    const side = fc.integer({ min: 1, max: 90 });
    const style = fc.constantFrom(...IMAGE_STYLES.map(({ name }) => name));
    fc.assert(
      fc.property(
        fc.array(subject, { maxLength: 5 }),
        scene,
        side,
        side,
        style,
        (subjects, setting, width, height, name) => {
          render(testScene(subjects, setting), { width, height, style: name });
        },
      ),
      { numRuns: 25 },
    );
  });
});
