import { expect, it } from 'vitest';
import { testImage } from '../test-studio';
import type { StudioImage } from '../types';
import { imageNames } from './image-names';

it('numbers images of the same name from the oldest to the newest', () => {
  const named = (id: string, prompt: string, part?: StudioImage['part']) => {
    const image = testImage(id, part && { part });
    return { ...image, settings: { ...image.settings, prompt } };
  };
  const images = [named('d', 'A kite'), named('c', ''), named('b', 'A house'), named('a', 'A kite')];
  const together = [named('x', 'A kite', { at: 1, of: 2 }), named('y', 'A kite', { at: 2, of: 2 })];
  expect([...imageNames([...together, ...images])]).toEqual([
    ['a', 'A kite'],
    ['b', 'A house'],
    ['c', 'Image without a prompt'],
    ['d', 'A kite (2)'],
    ['y', 'A kite, 2 of 2'],
    ['x', 'A kite, 1 of 2'],
  ]);
});
