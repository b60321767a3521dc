import { expect, it } from 'vitest';
import { CharactersLayout } from '../../models/service-file/layout/characters';
import { CreateCharacter } from '../contract';
import { STARTERS } from './starter';

it('holds eight characters that a service file could hold, too', () => {
  expect(CharactersLayout.parse(STARTERS)).toEqual(STARTERS);
  expect(STARTERS).toHaveLength(8);
});

it('keeps to the bounds of an account’s own characters', () => {
  for (const { name, description, prompt, tags } of STARTERS) {
    expect(CreateCharacter.parse({ name, description, prompt, tags })).toMatchObject({
      name,
      description,
      prompt,
      tags,
    });
    expect(description).not.toBe('');
    expect(tags.length).toBeGreaterThan(0);
  }
});
