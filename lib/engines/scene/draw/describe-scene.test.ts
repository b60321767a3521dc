import { expect, it } from 'vitest';
import { readScene } from '../read/read-scene';
import { describeScene } from './describe-scene';

const subjectsOf = (prompt: string) => describeScene(readScene(prompt, { seed: 1 }).scene, []).subjects;

it('names each subject once with its number, size, color, and relation', () => {
  expect(subjectsOf('three huge red balls on a blue table')).toEqual(['3 × huge red balls on table', 'blue table']);
});

it('says on which side something is', () => {
  expect(subjectsOf('a dog to the left of a cat')).toEqual(['dog left of cat', 'cat']);
  expect(subjectsOf('a house, elsewhere a cat')).toEqual(['house', 'cat']);
});

it('names a color once that is part of the word', () => {
  expect(subjectsOf('a black cat')).toEqual(['black cat']);
  expect(subjectsOf('two silver medals')).toEqual(['2 × silver medals']);
});
