import { expect, it } from 'vitest';
import { CharactersLayout } from '../models/service-file/layout/characters';
import { CreateCharacter } from './contract';
import { STARTERS } from './starter';

it('has eight characters that a service file could contain', () => {
  expect(CharactersLayout.parse(STARTERS)).toEqual(STARTERS);
  expect(STARTERS).toHaveLength(8);
});

it('stays within the limits of an account’s own characters', () => {
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
