import { expect, it } from 'vitest';
import { FIRST_QUESTION, startersOf } from './character-starters';

it('has four questions, one of them about the character’s first tag', () => {
  const withTags = startersOf({ tags: ['Sea', 'Calm'] });
  expect(withTags).toHaveLength(4);
  expect(withTags[0]?.prompt).toBe(FIRST_QUESTION);
  expect(withTags[2]).toEqual({ title: 'Sea', prompt: 'Let us talk about “Sea”. Where do we begin?' });
  const without = startersOf({ tags: [] });
  expect(without).toHaveLength(4);
  expect(without.map(({ title }) => title)).not.toContain('');
});
