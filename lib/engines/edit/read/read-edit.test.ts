import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EditStep } from '../step';
import { MAX_PARTS, readEdit } from './read-edit';

const steps = (prompt: string): EditStep[] => {
  const { parts, unread } = readEdit(prompt);
  expect(unread, prompt).toEqual([]);
  return parts.flatMap((part) => part.steps);
};

describe('readEdit', () => {
  it.each<[string, EditStep[]]>([
    ['Make it black and white', [{ kind: 'filter', filter: 'black and white', amount: 1 }]],
    ['increase the contrast by 20%', [{ kind: 'tone', tone: 'contrast', amount: 0.2 }]],
    ['crop to a square', [{ kind: 'crop-to-ratio', width: 1, height: 1, anchor: 'center' }]],
    ['crop to 16:9', [{ kind: 'crop-to-ratio', width: 16, height: 9, anchor: 'center' }]],
    ['crop the left half', [{ kind: 'crop', left: 0, top: 0, width: 0.5, height: 1 }]],
    ['crop off the right half', [{ kind: 'crop', left: 0, top: 0, width: 0.5, height: 1 }]],
    ['rotate 90 degrees counterclockwise', [{ kind: 'rotate', degrees: 270 }]],
    ['turn it upside down', [{ kind: 'rotate', degrees: 180 }]],
    ['flip it vertically', [{ kind: 'flip', axis: 'vertical' }]],
    ['resize to 800x600', [{ kind: 'resize', width: 800, height: 600, isExact: true }]],
    ['make it 500 pixels wide', [{ kind: 'resize', width: 500, isExact: false }]],
    ['scale it to 50%', [{ kind: 'scale', factor: 0.5 }]],
    ['add a 10 px black border', [{ kind: 'border', color: [0, 0, 0], pixels: 10 }]],
    ['turn it into a pencil sketch', [{ kind: 'style', style: 'Pencil Sketch' }]],
    ['in the style of Ukiyo-e', [{ kind: 'style', style: 'Ukiyo-e' }]],
    ['remove the background', [{ kind: 'background', to: { type: 'transparent' } }]],
    ['make the background #ff8800', [{ kind: 'background', to: { type: 'color', color: [255, 136, 0] } }]],
    ['use the second image as background', [{ kind: 'background', to: { type: 'image', image: 1 } }]],
    ['put the two images side by side', [{ kind: 'collage', layout: 'row' }]],
    ['overlay the logo at the bottom right', [{ kind: 'place', image: 1, anchor: 'bottom-right', share: 0.3 }]],
    [
      'add the text “SALE, now!” at the top right in white',
      [{ kind: 'text', text: 'SALE, now!', anchor: 'top-right', color: [255, 255, 255], size: 0.09 }],
    ],
    [
      'Add a caption saying Hello World in big letters at the top',
      [{ kind: 'text', text: 'Hello World', anchor: 'top', color: [255, 255, 255], size: 0.15 }],
    ],
  ])('reads “%s”', (prompt, expected) => {
    expect(steps(prompt)).toEqual(expected);
  });

  it.each<[string, Partial<Extract<EditStep, { kind: 'place' }>>]>([
    ['put the second image in the corner of the first', { anchor: 'top-right', share: 0.3 }],
    ['put the second image in a corner', { anchor: 'top-right' }],
    ['place the logo in the lower left corner', { anchor: 'bottom-left' }],
    ['put image 2 in the top left corner of image 1', { anchor: 'top-left' }],
    ['put the second image at the right edge', { anchor: 'right' }],
    ['put the second image at the bottom of the first image', { anchor: 'bottom' }],
    ['put the second image on top of the first', { anchor: 'center' }],
    ['put the third image small in the corner', { image: 2, anchor: 'top-right', share: 0.18 }],
    ['put a very small logo in the corner', { anchor: 'top-right', share: 0.1 }],
    ['put the second image at 45% of the width in the middle', { anchor: 'center', share: 0.45 }],
  ])('puts one image onto another: “%s”', (prompt, expected) => {
    const [step, ...others] = steps(prompt);
    expect(others).toEqual([]);
    expect(step).toMatchObject({
      kind: 'place',
      image: 1,
      ...expected,
      share: expect.closeTo(expected.share ?? 0.3, 5),
    });
  });

  it.each<[string, EditStep]>([
    ['put the second image below the first', { kind: 'collage', layout: 'column', images: [0, 1] }],
    ['put the second image above the first image', { kind: 'collage', layout: 'column', images: [1, 0] }],
    ['place image 2 next to image 1', { kind: 'collage', layout: 'row', images: [0, 1] }],
  ])('puts one image beside another: “%s”', (prompt, step) => {
    expect(steps(prompt)).toEqual([step]);
  });

  it.each([
    'put the second image at the edge',
    'put the second image in each corner',
    'put the second image in the corner at 50% opacity',
    'put the second image half as large in the corner',
    'put the second image slightly in the corner',
    'put the first image in the corner of the second image',
    'put image 1 in the corner of image 2',
  ])('refuses a place or size that it would not follow: “%s”', (prompt) => {
    expect(readEdit(prompt).unread.length).toBeGreaterThan(0);
  });

  it('writes texts into a corner', () => {
    expect(steps('add the text "HI" in the corner')).toMatchObject([{ kind: 'text', anchor: 'top-right' }]);
  });

  it('reads several instructions in order', () => {
    const kinds = steps('Make it brighter and a bit warmer, add some grain and a vignette; then crop to a square.');
    expect(kinds.map((step) => ('tone' in step ? step.tone : 'filter' in step ? step.filter : step.kind))).toEqual([
      'brightness',
      'warmth',
      'grain',
      'vignette',
      'crop-to-ratio',
    ]);
  });

  it('follows amounts', () => {
    const amount = (prompt: string): number => {
      const [step] = steps(prompt);
      return step?.kind === 'tone' ? step.amount : Number.NaN;
    };
    expect(amount('a little brighter')).toBeLessThan(amount('brighter'));
    expect(amount('much brighter')).toBeGreaterThan(amount('brighter'));
    expect(amount('darker')).toBeLessThan(0);
  });

  it('keeps changes of scenes apart from pixels', () => {
    expect(readEdit('add a cat').parts).toEqual([
      { clause: 'add a cat', steps: [], change: { kind: 'add', what: 'a cat' } },
    ]);
    expect(readEdit('replace the dog with a fox').parts[0]?.change).toEqual({
      kind: 'replace',
      what: 'dog',
      by: 'a fox',
    });
    expect(readEdit('make it night').parts[0]).toMatchObject({
      steps: [{ kind: 'filter', filter: 'night' }],
      change: { kind: 'set', what: 'at night' },
    });
  });

  it.each([
    ['Make the sky a sunset', 'at sunset', 1],
    ['turn the sky into a starry night', 'at night', 1],
    ['give it a sunset sky', 'at sunset', 1],
    ['change the background to night', 'at night', 0],
    ['make the background a sunset', 'at sunset', 0],
    ['add a sunset in the background', 'at sunset', 0],
    ['make the sky cloudy', 'cloudy', 0],
    ['replace the background with a forest', 'in a forest', 0],
    ['make the background the beach', 'at the beach', 0],
    ['change the background to the beach', 'at the beach', 0],
  ])('reads where and when from “%s”', (prompt, what, pixelSteps) => {
    const { parts, unread } = readEdit(prompt);
    expect(unread).toEqual([]);
    expect(parts).toMatchObject([{ change: { kind: 'set', what } }]);
    expect(parts[0]?.steps).toHaveLength(pixelSteps);
  });

  it.each([
    ['add a cat on the left', 'a cat on the left'],
    ['add a cat to the left side of the picture', 'a cat on the left'],
    ['put two dogs on the right-hand side', 'two dogs on the right'],
    ['place a house in the center of the image', 'a house in the middle'],
    ['add a bird at the top of the tree', 'a bird at the top of the tree'],
    ['add a cat to the left of the hill', 'a cat to the left of the hill'],
  ])('reads sides in “%s”', (prompt, what) => {
    expect(readEdit(prompt).parts[0]?.change).toEqual({ kind: 'add', what });
  });

  it('reads the side of what replaces something', () => {
    expect(readEdit('replace the dog with a cat on the right side').parts[0]?.change).toEqual({
      kind: 'replace',
      what: 'dog',
      by: 'a cat on the right',
    });
  });

  it.each(['add a cat at the top', 'add a cat in the lower left', 'put a dog at the bottom of the picture'])(
    'refuses positions that no composed picture follows: “%s”',
    (prompt) => {
      expect(readEdit(prompt).unread).toEqual([prompt]);
    },
  );

  it.each(['make the dog brighter', 'generate a portrait of a woman', 'make her smile', 'translate the sign'])(
    'does not pretend to understand “%s”',
    (prompt) => {
      expect(readEdit(prompt).unread).toHaveLength(1);
    },
  );

  it('never throws, and stays within bounds', () => {
    const word = fc.constantFrom(
      'make',
      'it',
      'red',
      'blue',
      'crop',
      'to',
      '16:9',
      'and',
      ',',
      'add',
      'the',
      'text',
      '"x"',
      '100%',
      'top',
      'rotate',
      '-999',
      'of',
      '.',
      'border',
      '#f00',
    );
    const prompts = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(prompts, (prompt) => {
        const { parts, unread } = readEdit(prompt);
        expect(parts.length + unread.length).toBeLessThanOrEqual(2 * MAX_PARTS);
        for (const step of parts.flatMap((part) => part.steps)) checkBounds(step);
      }),
      { numRuns: 400 },
    );
  });

  it('takes little time for long and hostile prompts', () => {
    for (const prompt of [
      ',, '.repeat(10_000),
      'and '.repeat(8_000),
      '"a'.repeat(16_000),
      'a little '.repeat(3_600),
      'crop '.repeat(6_000),
      ' '.repeat(32_000),
    ]) {
      const startedAt = performance.now();
      readEdit(prompt);
      expect(performance.now() - startedAt, prompt.slice(0, 12)).toBeLessThan(2_000);
    }
  });
});

function checkBounds(step: EditStep): void {
  const numbers = Object.values(step)
    .flat()
    .filter((value) => typeof value === 'number');
  expect(numbers.every((value) => Number.isFinite(value))).toBe(true);
  if (step.kind === 'tone' || step.kind === 'filter') expect(Math.abs(step.amount)).toBeLessThanOrEqual(1);
  if (step.kind === 'crop') {
    expect(step.left + step.width).toBeLessThanOrEqual(1.0001);
    expect(step.top + step.height).toBeLessThanOrEqual(1.0001);
    expect(Math.min(step.width, step.height)).toBeGreaterThan(0);
  }
  if (step.kind === 'rotate') expect(step.degrees > 0 && step.degrees < 360).toBe(true);
  if (step.kind === 'scale') expect(step.factor >= 0.01 && step.factor <= 8).toBe(true);
  if (step.kind === 'resize') expect(Math.max(step.width ?? 0, step.height ?? 0)).toBeLessThanOrEqual(4_096);
}
