import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { clock } from '../platform/clock';
import { admit, type Demand } from './admit';
import { installLimitOverrides } from './class-limits';
import { limiter } from './limiter';
import { peekWindows } from './peek-windows';

const MINUTE = 60_000;
const realNow = clock.now;
let nowMs = MINUTE * 1_000;
beforeEach(() => {
  nowMs += 10 * MINUTE;
  clock.now = () => nowMs;
});
afterEach(() => {
  clock.now = realNow;
  limiter().processes = 1;
  installLimitOverrides({ tiers: new Map(), accounts: new Map() });
});

const newAccount = () => ({ id: newId(), tier: 'standard', email: 'ada@example.com' }) as const;
const CHAT: Demand = { limitClass: 'text_L', modelId: 'large' };
const IMAGE: Demand = { limitClass: 'image', modelId: 'painter' };

/** The result of a later `admit` must be what was seen before, minus what it took. */
async function expectReported(account: ReturnType<typeof newAccount>, tokens: number) {
  const [seen] = (await peekWindows([CHAT], account)).limits;
  const { metadata, refusal } = await admit({ ...CHAT, tokens }, account);
  const took = refusal === null ? 1 : 0;
  expect(metadata.requests?.remaining).toBe((seen?.requests.remaining ?? -1) - took);
  const takenTokens = Math.min(tokens, seen?.tokens?.of ?? 0) * took;
  expect(metadata.tokens?.remaining).toBe((seen?.tokens?.remaining ?? -1) - takenTokens);
  const fits = seen !== undefined && seen.requests.remaining > 0 && (seen.tokens?.remaining ?? 0) >= takenTokens;
  if (refusal === null) expect(fits).toBe(true);
}

describe('peeking at windows', () => {
  it('reports whole limits if nothing was taken, and when they reset', async () => {
    nowMs += 12_345;
    const whole = (limit: number) => ({ limit, of: limit, remaining: limit });
    expect(await peekWindows([CHAT, IMAGE], newAccount())).toEqual({
      limits: [
        { requests: whole(20), tokens: whole(500_000) },
        { requests: whole(20), tokens: null },
      ],
      resetsAtMs: nowMs - 12_345 + MINUTE,
      isWhole: true,
    });
  });

  it('takes nothing, however often', async () => {
    const account = newAccount();
    await admit({ ...CHAT, tokens: 7 }, account);
    for (let count = 0; count < 50; count += 1) await peekWindows([CHAT, IMAGE], account);
    expect((await admit(CHAT, account)).metadata.requests?.remaining).toBe(18);
    expect((await admit(IMAGE, account)).metadata.requests?.remaining).toBe(19);
  });

  it('reports what the next request gets, for any history, alone and as a share', async () => {
    const step = fc.record({ tokens: fc.nat(300_000), waitMs: fc.constantFrom(0, 0, 0, 0, 25_000) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), async (steps, processes) => {
        nowMs += 2 * MINUTE;
        limiter().processes = processes;
        const account = newAccount();
        for (const { tokens, waitMs } of steps) {
          nowMs += waitMs;
          await expectReported(account, tokens);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('reports a corrected token count, and a full limit once a new minute begins', async () => {
    const account = newAccount();
    const admission = await admit({ ...CHAT, tokens: 400_000 }, account);
    admission.correct(100);
    expect((await peekWindows([CHAT], account)).limits[0]).toMatchObject({
      requests: { remaining: 19 },
      tokens: { remaining: 499_900 },
    });
    nowMs += MINUTE;
    expect((await peekWindows([CHAT], account)).limits[0]?.requests.remaining).toBe(20);
  });

  it('reports that it is a share, and its size, if processes do not count together', async () => {
    limiter().processes = 3;
    const { limits, isWhole } = await peekWindows([CHAT], newAccount());
    expect(isWhole).toBe(false);
    expect(limits[0]).toEqual({
      requests: { limit: 20, of: 6, remaining: 6 },
      tokens: { limit: 500_000, of: 166_666, remaining: 166_666 },
    });
  });

  it('keeps accounts and models separate, and uses the account’s own limits', async () => {
    const [ada, grace] = [newAccount(), { ...newAccount(), email: 'grace@example.com' }];
    installLimitOverrides({
      tiers: new Map(),
      accounts: new Map([[grace.email, new Map([['text_L', { requestsPerMinute: 3 }]])]]),
    });
    await admit(CHAT, ada);
    expect((await peekWindows([{ ...CHAT, modelId: 'other' }], ada)).limits[0]?.requests.remaining).toBe(20);
    expect((await peekWindows([CHAT], grace)).limits[0]).toMatchObject({
      requests: { limit: 3, remaining: 3 },
      tokens: { limit: 500_000 },
    });
  });
});
