import { describe, expect, it } from 'vitest';
import { alsoKnownAs, knownAs } from './known-as';

const WALLET = '0x1234567890abcdef1234567890abcdef1234cdef';
const of = (email: string | null, name: string | null, walletAddress: string | null) => {
  const account = { email, name, walletAddress };
  return [knownAs(account), alsoKnownAs(account)];
};

describe('what an account is known by', () => {
  it('is its e-mail before its name before its wallet, and the next of them beside it', () => {
    expect(of('a@example.com', 'Ada', WALLET)).toEqual(['a@example.com', 'Ada']);
    expect(of('a@example.com', null, WALLET)).toEqual(['a@example.com', '0x1234…cdef']);
    expect(of('a@example.com', null, null)).toEqual(['a@example.com', null]);
    expect(of(null, 'Ada', WALLET)).toEqual(['Ada', '0x1234…cdef']);
    expect(of(null, null, WALLET)).toEqual(['0x1234…cdef', null]);
  });

  it('is a word of its own where it was deleted', () => {
    expect(of(null, null, null)).toEqual(['Deleted account', null]);
  });
});
