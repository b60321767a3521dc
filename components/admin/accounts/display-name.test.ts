import { describe, expect, it } from 'vitest';
import { secondaryName, displayName } from './display-name';

const WALLET = '0x1234567890abcdef1234567890abcdef1234cdef';
const of = (email: string | null, name: string | null, walletAddress: string | null) => {
  const account = { email, name, walletAddress };
  return [displayName(account), secondaryName(account)];
};

describe('the display name of an account', () => {
  it('is its email, otherwise its name or wallet, and the next of these is the secondary name', () => {
    expect(of('a@example.com', 'Ada', WALLET)).toEqual(['a@example.com', 'Ada']);
    expect(of('a@example.com', null, WALLET)).toEqual(['a@example.com', '0x1234…cdef']);
    expect(of('a@example.com', null, null)).toEqual(['a@example.com', null]);
    expect(of(null, 'Ada', WALLET)).toEqual(['Ada', '0x1234…cdef']);
    expect(of(null, null, WALLET)).toEqual(['0x1234…cdef', null]);
  });

  it('is “Deleted account” for a deleted account', () => {
    expect(of(null, null, null)).toEqual(['Deleted account', null]);
  });
});
