import { expect, it } from 'vitest';
import { testImage } from '../test-studio';
import { imageNames } from './image-names';

it('numbers images of the same prompt from the oldest to the newest', () => {
  const named = (id: string, prompt: string) => {
    const image = testImage(id);
    return { ...image, settings: { ...image.settings, prompt } };
  };
  const images = [named('d', 'A kite'), named('c', ''), named('b', 'A house'), named('a', 'A kite')];
  expect([...imageNames(images)]).toEqual([
    ['a', 'A kite'],
    ['b', 'A house'],
    ['c', 'Image without a prompt'],
    ['d', 'A kite (2)'],
  ]);
});
