import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchWords } from './match/match-words';
import { readScene } from './read-scene';
import { sceneIcons } from './scene-icons';
import { READINGS } from './test-readings';
import { summaryOf } from './test-summary';

const drawable = new Set(sceneIcons());

describe('prompts', () => {
  it.each(READINGS)('reads %s', (prompt, summary) => {
    expect(summaryOf(prompt)).toBe(summary);
  });

  it('reads many kinds of prompts', () => {
    expect(READINGS.length).toBeGreaterThanOrEqual(150);
  });
});

describe('what is not to be drawn', () => {
  it.each([
    ['a cat and a dog', 'dog', 'cat | meadow day clear'],
    ['a cat and a dog', 'blurry, bad anatomy, dogs', 'cat | meadow day clear'],
    ['a woman and a dog in a garden', 'people', 'dog | garden day clear'],
    ['a fox and a man in a forest', 'animals', 'man-standing | forest day clear'],
    ['a cloudy day, a house', 'clouds', 'house | meadow day clear cloudless'],
    ['a house in the rain', 'rain', 'house | meadow day clear'],
    ['a house at night', 'night', 'house | meadow day clear'],
    ['a house in a forest', 'forest', 'house | meadow day clear'],
    ['a cat on a table', 'table', 'cat | meadow day clear'],
    ['a sign that says "HI"', 'text', 'own:sign | plain day clear'],
    ['a shop with a sign that says "HI"', 'signs', 'own:shop | street day clear'],
  ])('%s, without %s', (prompt, negative, summary) => {
    expect(summaryOf(prompt, negative)).toBe(summary);
  });

  it.each([
    ['a street without cars and people, a cat', 'cat | street day clear'],
    ['a garden with no flowers, a cat', 'cat | garden day clear'],
    ['a cat, no dog, no birds', 'cat | meadow day clear'],
    ['a castle without a flag', 'own:castle | meadow day clear'],
  ])('%s', (prompt, summary) => {
    expect(summaryOf(prompt)).toBe(summary);
  });
});

describe('sides of the picture', () => {
  it.each([
    [
      'a red kite over a green hill, a cat on the left',
      'own:kite/red flying_over>1, own:hill/green, cat@left | meadow day clear',
    ],
    ['a cat and a dog on the right side of the picture', 'cat@right, dog@right | meadow day clear'],
    ['on the left, a cat', 'cat@left | meadow day clear'],
    ['a house, on the left a cat', 'house, cat@left | meadow day clear'],
    ['a cat on the left and a dog on the right', 'cat@left, dog@right | meadow day clear'],
    ['a house in the middle, at sunset', 'house@middle | meadow sunset clear'],
    ['two cats to the left of a house', 'cat*2 left of>1, house | meadow day clear'],
    ['a dog and a bird right of a cat', 'dog right of>2, bird right of>2, cat | meadow day clear'],
    ['on the left side of a house is a cat', 'house, cat left of>0 | meadow day clear'],
    ['a cat on a sofa to the left of a lamp', 'cat on>1, own:sofa left of>2, own:floor-lamp | room day clear'],
    ['a cat, and to the left of it a dog', 'cat, dog left of>0 | meadow day clear'],
    [
      'a monkey and a parrot in the jungle, waterfall behind them',
      'monkey beside>1, parrot, own:waterfall behind>1 | jungle day clear',
    ],
    ['the sun to the left of a house', 'sun@left, house@right | meadow day clear'],
    ['a house, elsewhere a cat', 'house, cat@elsewhere | meadow day clear'],
    ['a table with a cup, elsewhere a cat', 'own:table, hot-beverage on>0, cat@elsewhere | room day clear'],
    ['a cat, elsewhere a sofa', 'cat, own:sofa@elsewhere | meadow day clear'],
    ['a dog, elsewhere a hat on the dog', 'dog, top-hat@elsewhere on>0 | meadow day clear'],
    ['a house, a zorp on the left', 'house | meadow day clear | NOT zorp'],
  ])('reads %s', (prompt, summary) => {
    expect(summaryOf(prompt)).toBe(summary);
  });
});

describe('writing', () => {
  it.each([
    "a sign that says 'OPEN'",
    'a sign that says “OPEN”',
    'a sign that says «OPEN»',
    'a sign that says „OPEN“',
    'a sign that says OPEN',
  ])('reads the text of %s', (prompt) => {
    expect(readScene(prompt, { seed: 1 }).scene.subjects).toMatchObject([{ icon: 'own:sign', text: 'OPEN' }]);
  });

  it.each([30, 108, 700])('cuts text of %i words at 120 characters, and shows it by dots', (words) => {
    const { scene } = readScene(`a sign that says "${'long '.repeat(words)}" by a road`, { seed: 1 });
    expect(scene.subjects[0]?.text).toMatch(/^(long )+(long|lon|lo|l)…$/);
    expect(scene.subjects[0]?.text?.length).toBeLessThanOrEqual(120);
    expect(scene.subjects[1]?.icon).toBe('own:road');
  });

  it('keeps text of 120 characters', () => {
    const text = 'x'.repeat(120);
    expect(readScene(`a sign that says "${text}"`, { seed: 1 }).scene.subjects[0]?.text).toBe(text);
  });

  it('reads hyphens, case, and accents alike', () => {
    const plain = summaryOf('a hot air balloon and a cafe table');
    expect(summaryOf('A HOT-AIR-BALLOON and a Café‑table')).toBe(plain);
  });

  it('reads British spellings', () => {
    expect(summaryOf('a grey cat, colourful, in the harbour')).toBe(summaryOf('a gray cat, colorful, in the harbor'));
  });
});

describe('verbs', () => {
  it('never reads "riding" as a horse race', () => {
    for (const rider of ['a fox', 'a man', 'a queen', 'children']) {
      for (const ridden of ['a horse', 'a bicycle', 'a wave', 'through the desert']) {
        expect(summaryOf(`${rider} riding ${ridden}`)).not.toContain('horse-racing');
      }
    }
  });

  it.each([
    'holding',
    'riding',
    'wearing',
    'eating',
    'playing',
    'sleeping',
    'dancing',
    'running',
    'cooking',
    'watching',
    'reading',
  ])('knows "%s" as a verb', (verb) => {
    const [lexeme] = matchWords(verb);
    expect(lexeme).toMatchObject({ kind: 'known' });
    expect(['verb', 'wearing', 'activity']).toContain(lexeme?.kind === 'known' ? lexeme.meaning.kind : '');
  });
});

describe('numbers', () => {
  it.each([
    ['1000000 dogs', 24],
    ['1,000,000 red dogs', 24],
    ['1 000 000 dogs', 24],
    ['300 tiny dogs', 24],
    ['99999999999999999999 dogs', 24],
    ['a million dogs', 24],
    ['100 dogs', 24],
    ['a car from 1920 and dogs', 1],
    ['dogs in 1920', 3],
    ['24 dogs', 24],
  ])('of %s is %i', (prompt, count) => {
    expect(readScene(prompt, { seed: 1 }).scene.subjects[0]?.count).toBe(count);
  });
});

describe('bounds', () => {
  it('draws the first twelve of many things, and reports the others', () => {
    const nouns = 'cat dog horse cow pig fox bear wolf tiger lion elephant giraffe zebra monkey'.split(' ');
    const { scene, notDrawn } = readScene(nouns.map((noun) => `a ${noun}`).join(', '), { seed: 1 });
    expect(scene.subjects.map(({ word }) => word)).toEqual(nouns.slice(0, 12));
    expect(notDrawn).toEqual(['zebra', 'monkey']);
  });

  it('draws the place alone if all that was asked for is ruled out', () => {
    const car = readScene('a red car', { seed: 1, negativePrompt: 'a red car' });
    expect(car).toMatchObject({ scene: { subjects: [], place: 'street' }, unmet: [] });
    expect(car.scene.motif).toBeUndefined();
    const cup = readScene('a cup', { seed: 1, negativePrompt: 'cups' });
    expect(cup).toMatchObject({ scene: { subjects: [], place: 'plain' }, unmet: [] });
    expect(cup.scene.motif).toBeUndefined();
  });

  it('composes something abstract of the words if nothing was understood, and says so', () => {
    for (const prompt of ['xyzzy', 'כלב אדום ליד בית', 'a beautiful picture', '!?', '']) {
      const { scene, unmet } = readScene(prompt, { seed: Number.NaN });
      expect(scene).toMatchObject({ subjects: [], place: 'plain', motif: prompt });
      expect(unmet, prompt).toEqual(['prompt']);
    }
    expect(readScene('xyzzy', { seed: 3 }).notDrawn).toEqual(['xyzzy']);
    expect(readScene('a plain blue background', { seed: 3 })).toMatchObject({ scene: { backdrop: 'blue' }, unmet: [] });
  });

  it('draws what fits a mood if nothing else was understood', () => {
    const icons = Array.from({ length: 4 }, (_, seed) => readScene('romantic', { seed }).scene.subjects[0]?.icon);
    expect(new Set(icons).size).toBe(2);
    const { scene } = readScene('romantic', { seed: 1, negativePrompt: 'hearts, a rose' });
    expect(scene).toMatchObject({ subjects: [], motif: 'romantic' });
  });

  it('matches at most every word once, however long the prompt is', () => {
    for (const words of [10, 100, 1_000]) {
      const lexemes = matchWords('a flock of big red hot air polar bears '.repeat(words));
      expect(lexemes.length).toBeLessThanOrEqual(words * 9);
    }
    expect(matchWords('cat '.repeat(100_000)).length).toBeLessThanOrEqual(2_000);
  });
});

const words = fc.constantFrom(
  ...'a the two red blue cat dog table on under with and without no holding riding in sign says "HI" , . it wearing hat forest night orange rose oranges behind them text of basket apples couple running 7 999 "'.split(
    ' ',
  ),
);
const prompts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.array(words, { maxLength: 80 }).map((list) => list.join(' ')),
);

describe('any text', () => {
  it('becomes a scene within its bounds, always the same one', () => {
    fc.assert(
      fc.property(prompts, fc.option(prompts, { nil: undefined }), fc.integer(), (prompt, negativePrompt, seed) => {
        const options = { seed, ...(negativePrompt !== undefined && { negativePrompt }) };
        const read = readScene(prompt, options);
        expect(readScene(prompt, options)).toEqual(read);
        const { subjects } = read.scene;
        expect(subjects.length).toBeLessThanOrEqual(12);
        subjects.forEach((subject, at) => {
          expect(subject.id).toBe(at);
          expect(subject.count).toBeGreaterThanOrEqual(1);
          expect(subject.count).toBeLessThanOrEqual(24);
          expect(subject.icon.startsWith('own:') || drawable.has(subject.icon), subject.icon).toBe(true);
          expect((subject.text ?? '').length).toBeLessThanOrEqual(120);
          expect(subjects[subject.relation?.target ?? at]).toBeDefined();
          expect(subject.relation?.target).not.toBe(at);
        });
        expect(read.notDrawn.length).toBeLessThanOrEqual(100);
        for (const word of read.notDrawn) expect(word.length).toBeLessThanOrEqual(80);
      }),
      { numRuns: 400 },
    );
  });

  it('has no relations in a circle', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 80 }), (list) => {
        const { subjects } = readScene(list.join(' '), { seed: 1 }).scene;
        for (const subject of subjects) {
          let steps = 0;
          for (let at = subject.relation?.target; at !== undefined; at = subjects[at]?.relation?.target) {
            steps += 1;
            expect(steps).toBeLessThanOrEqual(subjects.length);
          }
        }
      }),
    );
  });
});
