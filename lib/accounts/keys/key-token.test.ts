import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashSecret, isWellFormed, makeKeyToken, randomBase62 } from './key-token';

describe('a key token', () => {
  it('has the documented form, with the service name of the installation', () => {
    expect(makeKeyToken({ serviceId: 'svc', type: 'INFERENCE' })).toMatch(/^SVC_INFERENCE_KEY_[0-9A-Za-z]{42}$/);
    expect(makeKeyToken({ serviceId: 'acme2', type: 'ADMIN' })).toMatch(/^ACME2_ADMIN_KEY_[0-9A-Za-z]{42}$/);
  });

  it('is well formed for any service name', () => {
    for (const serviceId of ['svc', 'acme', 'x9']) {
      expect(isWellFormed(makeKeyToken({ serviceId, type: 'ADMIN' }))).toBe(true);
    }
  });

  it('is unique', () => {
    const made = new Set(Array.from({ length: 500 }, () => makeKeyToken({ serviceId: 'svc', type: 'ADMIN' })));
    expect(made.size).toBe(500);
  });

  it('detects a typo by its checksum', () => {
    const token = makeKeyToken({ serviceId: 'svc', type: 'INFERENCE' });
    const start = token.indexOf('_KEY_') + 5;
    assert(
      property(integer({ min: start, max: token.length - 1 }), constantFrom(...'09azAZ5m'), (at, letter) => {
        const typed = token.slice(0, at) + letter + token.slice(at + 1);
        return typed === token || !isWellFormed(typed);
      }),
    );
  });

  it.each(['', 'sk-proj-1234', 'SVC_INFERENCE_KEY_', `SVC_ADMIN_KEY_${'a'.repeat(10_000)}`, 'Bearer x'])(
    'rejects %.30s',
    (text) => expect(isWellFormed(text)).toBe(false),
  );

  it('is invalid with another type’s prefix, because the checksum covers the whole', () => {
    const token = makeKeyToken({ serviceId: 'svc', type: 'INFERENCE' });
    expect(isWellFormed(token.replace('INFERENCE', 'ADMIN'))).toBe(false);
  });
});

describe('the stored form', () => {
  it('is the SHA-256 of the whole secret in hex', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('random base62', () => {
  it('uses the whole alphabet about equally', () => {
    const seen = new Map<string, number>();
    for (const letter of randomBase62(62_000)) seen.set(letter, (seen.get(letter) ?? 0) + 1);
    expect(seen.size).toBe(62);
    // 1,000 expected each, standard deviation 31.
    for (const times of seen.values()) expect(Math.abs(times - 1_000)).toBeLessThan(200);
  });
});
