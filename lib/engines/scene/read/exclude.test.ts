import { describe, expect, it } from 'vitest';
import { drawScene, sceneryOf } from '../draw/draw-scene';
import { type Place, type Scene } from '../scene';
import { SCENERY } from '../scenery';
import { readScene } from './read-scene';
import { SCENERY_WORDS } from './words/scenery';

const PLACES: Place[] = [
  ...(['meadow', 'forest', 'mountains', 'beach', 'sea', 'underwater', 'desert', 'city', 'village', 'street'] as const),
  ...(['room', 'kitchen', 'space', 'snow', 'garden', 'jungle', 'lake', 'farm'] as const),
];
const WHEN = [
  '',
  ' on a sunny day',
  ' at night',
  ' in a storm at sunset',
  ', snowing',
  ' in fog',
  ' with a rainbow',
  ', windy',
];
const SIZE = { width: 512, height: 512, seed: 1 };

const read = (prompt: string, negativePrompt?: string) =>
  readScene(prompt, { seed: 1, ...(negativePrompt !== undefined && { negativePrompt }) });
const without = (prompt: string, negativePrompt?: string) => read(prompt, negativePrompt).scene.without ?? [];
const shapesOf = (scene: Scene) => drawScene(scene, SIZE).match(/<(?:path|rect|circle|ellipse)\b/g)?.length ?? 0;

describe('what places, weather, and times of day draw by themselves', () => {
  it.each(PLACES)('is left out of a %s by each of its words', (place) => {
    for (const when of WHEN) {
      const prompt = `a ${place}${when}`;
      const { scene } = read(prompt);
      expect(scene.place).toBe(place);
      for (const name of sceneryOf(scene, SIZE)) {
        const words = SCENERY_WORDS[name].split(', ');
        for (const word of words) expect(without(prompt, word), `${prompt}, without ${word}`).toContain(name);
        const rest = read(prompt, words[0]).scene;
        expect(sceneryOf(rest, SIZE), `${prompt}, without ${words[0]}`).not.toContain(name);
        expect(shapesOf({ ...scene, without: [name] }), `${prompt}, without ${name}`).toBeLessThan(shapesOf(scene));
      }
      // What is left is what the place is made of.
      expect(shapesOf({ ...scene, without: SCENERY }), prompt).toBeLessThan(60);
      expect(drawScene({ ...scene, without: SCENERY }, SIZE)).not.toContain('<!--');
    }
  });

  it('has a place or a weather that draws it, each of it', () => {
    const seasons = ['summer', 'winter'] as const;
    const drawn = [...PLACES, 'plain', 'sky'].flatMap((place) =>
      WHEN.flatMap((when) =>
        seasons.flatMap((season) => {
          const scene = { ...read(`a meadow${when}`).scene, season, place: place as Place };
          expect(shapesOf({ ...scene, without: SCENERY }), `${place} ${when} ${season}`).toBeLessThan(60);
          return sceneryOf(scene, SIZE);
        }),
      ),
    );
    expect(SCENERY.filter((name) => !drawn.includes(name))).toEqual([]);
  });
});

describe('scenery that is ruled out', () => {
  it.each([
    ['a garden without flowers, no sun', undefined, ['flower', 'sun']],
    ['a garden', 'flowers, sun', ['flower', 'sun']],
    ['a garden', 'no flowers, no sun', ['flower', 'sun']],
    ['a house at night', 'stars and the moon', ['star', 'moon']],
    ['a forest sin árboles', undefined, ['tree', 'pine', 'palm']],
    ['a meadow without trees or clouds', undefined, ['tree', 'pine', 'palm', 'cloud']],
    ['a city street', 'streetlights', ['street lamp']],
    ['a kitchen', 'cabinets, jars', ['cupboard', 'jar']],
    ['a dog, no cats', undefined, []],
  ])('%s, without %s', (prompt, negativePrompt, names) => {
    expect(without(prompt, negativePrompt)).toEqual(names);
    expect(read(prompt, negativePrompt).unmet).toEqual([]);
  });

  it('changes neither time nor weather nor place', () => {
    expect(read('a house at night', 'stars').scene).toMatchObject({ place: 'meadow', time: 'night' });
    expect(read('a storm at sea', 'lightning').scene).toMatchObject({ place: 'sea', weather: 'storm' });
    expect(read('a cow', 'hills').scene).toMatchObject({ place: 'farm' });
    expect(read('a mountain lake', 'mountains').scene).toMatchObject({ place: 'lake', without: ['mountain'] });
  });
});

describe('what cannot be left out', () => {
  it.each([
    ['a beach', 'sand', ['negative_prompt']],
    ['a beach without sand', undefined, ['prompt']],
    ['a boat at sea without water', 'sky', ['prompt', 'negative_prompt']],
    ['a cat', 'red', ['negative_prompt']],
    ['a cat', 'tail', ['negative_prompt']],
    ['a snowfield', 'winter', ['negative_prompt']],
    ['a cat', 'red cars, ugly, blurry, low quality, text, a zeppelin, xyzzy', []],
    ['a garden at night', 'night', []],
    ['a house', 'day, sunny', []],
    ['a garden', '', []],
  ])('%s, without %s', (prompt, negativePrompt, unmet) => {
    expect(read(prompt, negativePrompt).unmet).toEqual(unmet);
  });
});
