import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../core/ids';
import { DAY_MS } from '../../../core/time';
import { clock } from '../../../platform/clock';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { sumUsage, type UsageSum } from './sum-usage';
import { insertHistory, type TestRequest, watchStatements } from './test-history';

const START_MS = Date.parse('2026-11-19T00:00:00Z');
const START = BigInt(START_MS) * 1_000n;
const DAY = BigInt(DAY_MS) * 1_000n;
const DAYS = 2;
const realNow = clock.now;

beforeAll(async () => {
  await openTestDatabase();
});
afterEach(() => {
  clock.now = realNow;
});

const range = () => ({ startMs: START_MS, days: DAYS, untilMs: clock.now() + 60_000 });
const nameOf = ({ date, modelId, currency, kind }: UsageSum) => `${date} ${modelId} ${currency} ${kind}`;
const byName = (sums: UsageSum[]) => new Map(sums.map((sum) => [nameOf(sum), [sum.chargedNano, sum.units]]));

/** The expected sums, computed line by line; absorbed parts do not count. */
function reckon(requests: TestRequest[]): Map<string, (bigint | number)[]> {
  const sums = new Map<string, [bigint, number]>();
  for (const { micros, lines, modelId = 'm', currency = 'USD' } of requests) {
    if (micros < START || micros >= START + BigInt(DAYS) * DAY) continue;
    const date = micros < START + DAY ? '2026-11-19' : '2026-11-20';
    for (const [kind, costNano] of lines) {
      const name = `${date} ${modelId} ${currency} ${kind}`;
      const [nano, units] = sums.get(name) ?? [0n, 0];
      sums.set(name, [nano + costNano, units + 1]);
    }
  }
  return sums;
}

describe('sumUsage', () => {
  it('loses and repeats nothing with any page size, also among requests of one microsecond', async () => {
    const request = fc.record({
      micros: fc.constantFrom(-1n, 0n, 1n, DAY - 1n, DAY, 2n * DAY - 1n, 2n * DAY).map((offset) => START + offset),
      lines: fc.array(fc.tuple(fc.constantFrom('input', 'output'), fc.constantFrom(0n, 1n, 9_007_199_254_740_993n)), {
        maxLength: 2,
      }),
      currency: fc.constantFrom('USD' as const, 'DIEM' as const),
      modelId: fc.constantFrom('a', 'b'),
    });
    const history = fc.array(request, { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 7 }), async (requests, pageRows) => {
        const accountId = newId();
        const named = requests.map((one) => ({ ...one, requestId: newId() }));
        await insertHistory(accountId, named);
        const sums = await sumUsage(accountId, range(), pageRows);
        expect(byName(sums)).toEqual(reckon(named));
        const dates = sums.map(({ date }) => date);
        expect(dates).toEqual([...dates].sort());
      }),
      { numRuns: 60 },
    );
  });

  it('reads a busy microsecond page by page, and continues after a page without lines', async () => {
    const accountId = newId();
    const at = (count: number, micros: bigint, lines: TestRequest['lines']) =>
      Array.from({ length: count }, () => ({ requestId: newId(), micros, lines }));
    await insertHistory(accountId, [
      ...at(10, START, []),
      ...at(12_000, START + 1n, [['output', 3n]]),
      ...at(3, START + 2n, [['output', 5n]]),
    ]);
    const sums: UsageSum[] = [];
    const statements = await watchStatements(async () => sums.push(...(await sumUsage(accountId, range()))));
    expect(byName(sums)).toEqual(new Map([['2026-11-19 m USD output', [36_015n, 12_003]]]));
    const pages = statements.filter(({ text }) => text.includes('usage_record'));
    expect(pages).toHaveLength(3);
    for (const { plan } of pages) expect(plan).toContain('Index Scan using usage_record_by_account');
    expect(byName(await sumUsage(accountId, range(), 1_000))).toEqual(byName(sums));
  });

  it('deducts an absorbed part from the largest line', async () => {
    const accountId = newId();
    const lines: TestRequest['lines'] = [
      ['input', 5n],
      ['output', 8n],
      ['input', 8n],
    ];
    await insertHistory(accountId, [{ requestId: newId(), micros: START, lines, absorbedNano: 10n }]);
    const charged = (await sumUsage(accountId, range())).map(({ kind, chargedNano }) => [kind, chargedNano]);
    expect(Object.fromEntries(charged)).toEqual({ input: 11n, output: 0n });
  });

  it('lets other work run between two pages', async () => {
    const accountId = newId();
    const requests = Array.from({ length: 9 }, () => newId());
    await insertHistory(
      accountId,
      requests.map((requestId) => ({ requestId, micros: START, lines: [['output', 1n]] })),
    );
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 0);
    const pages = (await watchStatements(() => sumUsage(accountId, range(), 1))).length;
    clearInterval(ticking);
    expect(pages).toBe(2 * 10);
    expect(turns).toBeGreaterThan(5);
  });

  it('stops at its deadline, also midway', async () => {
    const accountId = newId();
    const micros = START;
    await insertHistory(
      accountId,
      [1, 2, 3].map(() => ({ requestId: newId(), micros, lines: [['output', 1n]] })),
    );
    let nowMs = realNow();
    // Every reading of the clock advances it by a second.
    clock.now = () => (nowMs += 1_000);
    const within = (milliseconds: number) => sumUsage(accountId, { ...range(), untilMs: nowMs + milliseconds }, 1);
    const late = { code: 'REQUEST_TIMEOUT', status: 504 };
    const statements = await watchStatements(() => expect(within(8_000)).rejects.toMatchObject(late));
    expect(statements).toHaveLength(2 * 2);
    expect(await within(100_000)).toMatchObject([{ chargedNano: 3n }]);
  });
});
