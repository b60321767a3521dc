import { expect, it } from 'vitest';
import { makeSpeedMeter } from './speed';

it('is the median of the last twenty answers', () => {
  const speed = makeSpeedMeter();
  expect(speed.of('a')).toBeNull();
  for (let answer = 0; answer < 30; answer += 1) speed.add('a', 100, 10_000);
  for (let answer = 0; answer < 11; answer += 1) speed.add('a', 100, 5_000);
  expect(speed.of('a')).toBe(20);
  expect(speed.of('b')).toBeNull();
});

it('does not count short answers', () => {
  const speed = makeSpeedMeter();
  speed.add('a', 15, 1);
  speed.add('a', 100, 0);
  expect(speed.of('a')).toBeNull();
});
