import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '../../platform/clock';
import { createLogger } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { limiter } from '../limiter';
import { countLocally, peekLocally, takeLocally } from './local-windows';
import type { Order, Taken } from './order';

const lines: string[] = [];
processState('platform.log', () => createLogger('warn', { write: (line) => void lines.push(line) }));

const realNow = clock.now;
let nowMs = 0;
beforeEach(() => {
  clock.now = () => nowMs;
});
afterEach(() => {
  clock.now = realNow;
  limiter().processes = 1;
});

/** The expected results of the store, computed from a list of everything ever admitted. */
type Model = { key: string; window: number; tokens: number; taken: Taken }[];

function expected(
  model: Model,
  order: Order,
  key: string,
): { refusal: Taken['refusal']; requests: number; tokens: number } {
  const admitted = model.filter((one) => one.key === key && one.window === Math.floor(nowMs / 60_000));
  const requests = admitted.length;
  const tokens = admitted.reduce((sum, one) => sum + one.tokens, 0);
  if (requests + 1 > order.requestLimit) return { refusal: 'RPM', requests, tokens };
  if (order.tokenLimit === null) return { refusal: null, requests: requests + 1, tokens: 0 };
  const wanted = Math.min(order.tokens, order.tokenLimit);
  if (tokens + wanted > order.tokenLimit) return { refusal: 'TPM', requests, tokens };
  return { refusal: null, requests: requests + 1, tokens: tokens + wanted };
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('take' as const), who: fc.nat(3), tokens: fc.nat(60) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), which: fc.nat(), used: fc.nat(90) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(70_000) }) },
);

describe('counting in this process', () => {
  it('follows the model in any history of takes, corrections, and waits', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 80 }),
        fc.nat(6),
        fc.option(fc.integer({ min: 1, max: 100 })),
        (steps, extra, limit) => {
          nowMs += 120_000;
          const model: Model = [];
          for (const one of steps) {
            if (one.kind === 'wait') nowMs += one.ms;
            else if (one.kind === 'move') {
              const entry = model[one.which % Math.max(1, model.length)];
              if (entry === undefined || limit === null) continue;
              entry.taken.correctTokens(one.used - entry.tokens);
              entry.tokens = one.used;
            } else {
              const [accountId, modelId] = [`a${one.who % 2}`, `m${one.who >> 1}`];
              const order = { accountId, modelId, requestLimit: 1 + extra, tokenLimit: limit, tokens: one.tokens };
              const key = `${accountId} ${modelId}`;
              const wanted = expected(model, order, key);
              const taken = takeLocally(order);
              expect(taken.refusal).toBe(wanted.refusal);
              expect(taken.requestsLeft).toBe(1 + extra - wanted.requests);
              if (limit !== null) expect(taken.tokensLeft).toBe(Math.max(0, limit - wanted.tokens));
              expect(taken.resetsAtMs).toBe((Math.floor(nowMs / 60_000) + 1) * 60_000);
              const window = Math.floor(nowMs / 60_000);
              if (taken.refusal === null) model.push({ key, window, tokens: taken.reserved, taken });
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('counts an order of Redis as Redis does: at most as many requests as a window has', () => {
    nowMs = 120_000_000_000;
    const order: Order = { accountId: 'many', modelId: 'm', requestLimit: 3, requests: 5, tokenLimit: null, tokens: 0 };
    countLocally(order, 0);
    const [left] = peekLocally([{ ...order, requestLimit: 4 }]).remaining;
    expect(left?.requests.left).toBe(1);
  });

  it('refuses new subjects once it has too many, until the window ends, keeps its counts, and logs once', () => {
    nowMs = 60_000_000_000;
    const order = (index: number): Order => ({
      accountId: `account ${index % 100}`,
      modelId: `model ${index}`,
      requestLimit: 2,
      tokenLimit: null,
      tokens: 0,
    });
    let admitted = 0;
    for (let index = 0; index < 50_000; index += 1) if (takeLocally(order(index)).refusal === null) admitted += 1;
    expect(admitted).toBe(50_000);
    expect(takeLocally(order(50_000))).toMatchObject({ refusal: 'RPM', requestsLeft: 0, resetsAtMs: nowMs + 60_000 });
    expect(takeLocally({ ...order(0), accountId: 'new' }).refusal).toBe('RPM');
    expect(takeLocally(order(0)).refusal).toBeNull();
    expect(takeLocally(order(0)).refusal).toBe('RPM');
    expect(lines.filter((line) => line.includes('refuse new accounts'))).toHaveLength(1);
    nowMs += 60_000;
    expect(takeLocally(order(50_000)).refusal).toBeNull();
  });
});
