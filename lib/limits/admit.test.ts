import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { clock } from '../platform/clock';
import { admit, type Demand } from './admit';
import { limiter, limiterState } from './limiter';

const MINUTE = 60_000;
const START = MINUTE * 1_000;

const realNow = clock.now;
let nowMs: number;
beforeEach(() => {
  nowMs = START + 10_000;
  clock.now = () => nowMs;
});
afterEach(() => {
  clock.now = realNow;
  limiter().processes = 1;
});

const newAccount = () => ({ id: newId(), tier: 'standard', email: 'ada@example.com' }) as const;
const chat = (tokens: number): Demand => ({ limitClass: 'text_L', modelId: 'large', tokens });
const IMAGE: Demand = { limitClass: 'image', modelId: 'painter' };

describe('requests', () => {
  it('are admitted up to the limit, per account and model, in minutes of the clock', async () => {
    const account = newAccount();
    for (let left = 19; left >= 0; left -= 1) {
      const { refusal, metadata } = await admit(IMAGE, account);
      const requests = { limit: 20, remaining: left, resetsAtMs: START + MINUTE };
      expect({ refusal, metadata }).toEqual({ refusal: null, metadata: { type: 'user', requests } });
    }
    expect(await admit(IMAGE, account)).toMatchObject({ refusal: 'RPM', metadata: { requests: { remaining: 0 } } });
    expect((await admit({ ...IMAGE, modelId: 'other' }, account)).refusal).toBeNull();
    expect((await admit(IMAGE, newAccount())).refusal).toBeNull();
    nowMs = START + MINUTE - 1;
    expect((await admit(IMAGE, account)).refusal).toBe('RPM');
    nowMs = START + MINUTE;
    expect((await admit(IMAGE, account)).metadata.requests).toMatchObject({
      remaining: 19,
      resetsAtMs: START + 2 * MINUTE,
    });
  });
});

describe('a demand of several requests', () => {
  it('takes as many of the window, or is refused and takes none', async () => {
    const account = newAccount();
    const four = { ...IMAGE, requests: 4 };
    for (let left = 16; left >= 4; left -= 4) {
      expect((await admit(four, account)).metadata.requests?.remaining).toBe(left);
    }
    await admit(IMAGE, account);
    expect(await admit(four, account)).toMatchObject({ refusal: 'RPM', metadata: { requests: { remaining: 3 } } });
    expect(await admit({ ...IMAGE, requests: 3 }, account)).toMatchObject({
      refusal: null,
      metadata: { requests: { remaining: 0 } },
    });
  });

  it('above a whole window takes an entire fresh one', async () => {
    const account = newAccount();
    const many = { ...IMAGE, requests: 21 };
    expect(await admit(many, account)).toMatchObject({ refusal: null, metadata: { requests: { remaining: 0 } } });
    nowMs += MINUTE;
    await admit(IMAGE, account);
    expect((await admit(many, account)).refusal).toBe('RPM');
  });
});

describe('tokens', () => {
  const remaining = async (account: ReturnType<typeof newAccount>) =>
    (await admit(chat(0), account)).metadata.tokens?.remaining;

  it('are reserved; a demand that does not fit is refused and not counted', async () => {
    const account = newAccount();
    expect((await admit(chat(400_000), account)).metadata.tokens).toMatchObject({ limit: 500_000, remaining: 100_000 });
    const refused = await admit(chat(100_001), account);
    expect(refused).toMatchObject({
      refusal: 'TPM',
      metadata: { requests: { remaining: 19 }, tokens: { remaining: 100_000 } },
    });
    refused.correct(0);
    expect((await admit(chat(100_000), account)).metadata).toMatchObject({
      requests: { remaining: 18 },
      tokens: { remaining: 0 },
    });
  });

  it('of a demand above a whole window take an entire fresh one', async () => {
    const account = newAccount();
    expect(await admit(chat(900_000), account)).toMatchObject({
      refusal: null,
      metadata: { tokens: { remaining: 0 } },
    });
    const other = newAccount();
    await admit(chat(1), other);
    expect((await admit(chat(900_000), other)).refusal).toBe('TPM');
  });

  it('are corrected once, down or up, in the metadata, too', async () => {
    const account = newAccount();
    const admission = await admit(chat(300_000), account);
    admission.correct(100_000);
    admission.correct(0);
    expect(admission.metadata.tokens?.remaining).toBe(400_000);
    expect(await remaining(account)).toBe(400_000);
    (await admit(chat(1), account)).correct(450_000);
    expect(await admit(chat(0), account)).toMatchObject({ refusal: 'TPM', metadata: { tokens: { remaining: 0 } } });
  });

  it('are returned after a failure', async () => {
    const account = newAccount();
    const admission = await admit(chat(500_000), account);
    admission.correct(0);
    expect(await remaining(account)).toBe(500_000);
  });

  it('are corrected in the window in which they were reserved, not in the next', async () => {
    const account = newAccount();
    const [up, down] = [await admit(chat(10), account), await admit(chat(100), account)];
    nowMs += MINUTE;
    await admit(chat(1_000), account);
    up.correct(50_000);
    down.correct(0);
    expect(await remaining(account)).toBe(499_000);
  });

  it('that are not a number count as none', async () => {
    const account = newAccount();
    const admission = await admit(chat(Number.NaN), account);
    admission.correct(-5);
    expect(await remaining(account)).toBe(500_000);
  });

  it('are not counted if the class has no token limit', async () => {
    const { metadata, correct } = await admit({ ...IMAGE, tokens: 1e9 }, newAccount());
    correct(5);
    expect(metadata.tokens).toBeUndefined();
  });
});

describe('a share', () => {
  it('is the limit divided by the number of processes, rounded down', async () => {
    limiter().processes = 3;
    expect(limiterState()).toEqual({ store: 'shared', processes: 3, redis: null, failovers: 0 });
    const account = newAccount();
    const first = await admit(chat(1_000_000), account);
    expect(first).toMatchObject({ refusal: null, metadata: { requests: { limit: 20, remaining: 5 } } });
    expect(first.metadata.tokens).toMatchObject({ limit: 500_000, remaining: 0 });
    first.correct(1);
    for (let times = 0; times < 5; times += 1) expect((await admit(chat(1), account)).refusal).toBeNull();
    expect((await admit(chat(1), account)).refusal).toBe('RPM');
  });

  it('is at least 1', async () => {
    limiter().processes = 100;
    const account = newAccount();
    expect((await admit(IMAGE, account)).refusal).toBeNull();
    expect((await admit(IMAGE, account)).refusal).toBe('RPM');
  });

  it('shrinks at once and grows only with the next window', async () => {
    nowMs += MINUTE;
    const account = newAccount();
    limiter().processes = 2;
    await admit(IMAGE, account);
    limiter().processes = 1;
    expect((await admit(IMAGE, account)).metadata.requests?.remaining).toBe(8);
    limiter().processes = 4;
    expect((await admit(IMAGE, account)).metadata.requests?.remaining).toBe(2);
    limiter().processes = 1;
    nowMs += MINUTE;
    expect((await admit(IMAGE, account)).metadata.requests?.remaining).toBe(19);
    expect(limiterState().store).toBe('memory');
  });
});
