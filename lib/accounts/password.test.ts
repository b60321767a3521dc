import { describe, expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { hashPassword, verifyPassword } from './password';

describe('a password', () => {
  it('matches its own hash, and other passwords do not', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(stored).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifyPassword('correct horse battery', stored)).toBe(true);
    expect(await verifyPassword('correct horse batterY', stored)).toBe(false);
  });

  it('has a different hash each time', async () => {
    expect(await hashPassword('the same words')).not.toBe(await hashPassword('the same words'));
  });

  it('is the same however an accent is typed', async () => {
    expect(await verifyPassword('cafe\u0301-cafe\u0301', await hashPassword('caf\u00e9-caf\u00e9'))).toBe(true);
  });

  it('never matches without an account or with an unreadable hash', async () => {
    expect(await verifyPassword('', null)).toBe(false);
    expect(await verifyPassword('anything', 'none')).toBe(false);
  });

  it('takes the same CPU time without an account', async () => {
    const stored = await hashPassword('correct horse battery');
    const cpu = async (work: () => Promise<unknown>) => {
      const before = process.cpuUsage();
      for (let round = 0; round < 3; round += 1) await work();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const known = await cpu(() => verifyPassword('wrong', stored));
    const unknown = await cpu(() => verifyPassword('wrong', null));
    // CPU time, not wall-clock time, so that other load on the machine does not count.
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });
});

describe('many callers', () => {
  it('wait in a bounded queue, and get RATE_LIMIT_EXCEEDED if it is full', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => verifyPassword('x', null)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(8);
    for (const { reason } of refused) {
      expect(isApiError(reason) && reason.status === 429 && reason.options.retryAfterSeconds).toBe(2);
    }
    // Every slot was released.
    expect(await verifyPassword('x', null)).toBe(false);
  });
});
