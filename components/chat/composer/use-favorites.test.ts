import { describe, expect, it } from 'vitest';
import type { TextWireModel } from '@/lib/models/contract';
import { favoritesFirst } from './use-favorites';

describe('favoritesFirst', () => {
  it('puts favorites on top and keeps the order otherwise', () => {
    const models = ['a', 'b', 'c', 'd'].map((id) => ({ id }) as TextWireModel);
    expect(favoritesFirst(models, new Set(['d', 'b', 'gone'])).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
  });
});
