import { expect, it } from 'vitest';
import { fuse } from './fuse';

const scored = (...pairs: [id: number, score: number][]) => pairs.map(([id, score]) => ({ id, score }));

it('keeps the order of one ranking without the other', () => {
  expect(fuse(scored([1, 1], [2, 1], [3, 0.5]), [])).toEqual([1, 2, 3]);
  expect(fuse([], scored([3, 0.8], [2, 0.1], [1, -0.2]))).toEqual([3, 2, 1]);
});

it('has what both find before what one of them finds', () => {
  const words = scored([1, 0.6], [2, 0.6]);
  const nearest = scored([3, 0.5], [2, 0.49], [4, 0.3]);
  expect(fuse(words, nearest)).toEqual([2, 3, 1, 4]);
});

it('lets neither a few common words nor a somewhat nearer vector decide alone', () => {
  expect(fuse(scored([1, 0.1]), scored([2, 0.7], [1, 0.3]))).toEqual([2, 1]);
  expect(fuse(scored([1, 1]), scored([2, 0.5], [1, 0.4]))).toEqual([1, 2]);
});

it('takes a passage without a vector for as near as the last one found, at most', () => {
  expect(fuse(scored([1, 0.2]), scored([2, 0.6], [3, 0.4]))).toEqual([2, 1, 3]);
});
