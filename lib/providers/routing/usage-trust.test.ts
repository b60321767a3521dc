import type { ChatPart } from '../../core/chat';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { createLogger } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { installProviders } from '../registry';
import type { ChatCall } from '../spec';
import { chatModelOf } from './combine';
import { listUpstreamHealth } from './list-health';
import { callOf, fakeProvider, modelOf, serve } from './test-models';

const MODEL = modelOf(['a', 1]);
const realNow = clock.now;
let nowMs = 1_000_000;
let logged: Record<string, unknown>[] = [];
processState('platform.log', () =>
  createLogger('info', { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) }),
);

beforeEach(() => {
  clock.now = () => nowMs;
  logged = [];
  serve(MODEL);
});
afterEach(() => {
  clock.now = realNow;
});

/** Asks for at most 10 tokens per choice. @returns the types of the parts, each list joined by `+` */
async function ask(reports: number[], more: Partial<ChatCall> = {}): Promise<string[]> {
  const usage = (completionTokens: number): ChatPart => ({
    type: 'usage',
    usage: { promptTokens: 5, completionTokens },
  });
  const chat = async function* chat(): AsyncGenerator<ChatPart[]> {
    yield [{ type: 'text', choice: 0, text: 'Hello' }, ...reports.slice(0, -1).map(usage)];
    yield reports.slice(-1).map(usage);
  };
  installProviders([fakeProvider('a', chat)]);
  const lists: string[] = [];
  for await (const parts of chatModelOf(MODEL)(callOf({ maxTokens: 10, ...more }))) {
    lists.push(parts.map(({ type }) => type).join('+'));
  }
  return lists;
}

const believed = () => listUpstreamHealth()[0]?.usageBelieved;

describe('usage reports of an upstream', () => {
  it('are not used any more after reports above the maximum to three accounts, which the log says once', async () => {
    for (const account of ['one', 'two', 'three']) {
      expect(believed()).toBe(true);
      expect(await ask([500], { account })).toEqual(['text', 'usage']);
    }
    expect(believed()).toBe(false);
    // A list of nothing but a report is left out.
    for (const account of ['one', 'four']) expect(await ask([4, 500], { account })).toEqual(['text']);
    expect(await ask([7])).toEqual(['text']);
    expect(logged).toEqual([
      expect.objectContaining({ level: 40, provider: 'a', model: 'a-model', reported: 500, asked: 10, accounts: 3 }),
    ]);
  });

  it('are not used for one account any more after three of its answers, but for all others', async () => {
    for (let round = 0; round < 3; round += 1) expect(await ask([500], { account: 'one' })).toEqual(['text', 'usage']);
    for (let round = 0; round < 9; round += 1) expect(await ask([500], { account: 'one' })).toEqual(['text']);
    expect(await ask([7], { account: 'one' })).toEqual(['text']);
    expect(believed()).toBe(true);
    for (const account of ['two', undefined]) expect(await ask([7], { account })).toEqual(['text', 'usage']);
    expect(logged).toEqual([
      expect.objectContaining({ level: 40, provider: 'a', reported: 500, asked: 10, account: 'one', answers: 3 }),
    ]);
    // Two accounts still are not enough, however often; it lasts longer than a day.
    for (let round = 0; round < 3; round += 1) await ask([500], { account: 'two' });
    expect(believed()).toBe(true);
    nowMs += 2 * DAY_MS;
    for (const account of ['one', 'two']) expect(await ask([7], { account })).toEqual(['text']);
  });

  it('count for all choices together, with a tolerance, and only the last one of an answer', async () => {
    const account = (round: number) => String(round % 3);
    for (let round = 0; round < 9; round += 1) await ask([36], { choices: 2, account: account(round) });
    for (let round = 0; round < 9; round += 1) await ask([18], { account: account(round) });
    for (let round = 0; round < 9; round += 1) await ask([500, 10], { account: account(round) });
    expect(believed()).toBe(true);
    for (let round = 0; round < 3; round += 1) await ask([37], { choices: 2, account: account(round) });
    expect(believed()).toBe(false);
  });

  it('are used if overruns are rare', async () => {
    for (let round = 0; round < 9; round += 1) {
      await ask([500], { account: `other ${round}` });
      for (let answer = 0; answer < 2; answer += 1) await ask([500], { account: 'same' });
      nowMs += DAY_MS + 1;
      await ask([500], { account: 'same' });
      nowMs += DAY_MS + 1;
    }
    expect(believed()).toBe(true);
    expect(await ask([4], { account: 'same' })).toEqual(['text', 'usage']);
    expect(logged).toEqual([]);
  });

  it('are used again once the upstream has left the catalog and come back', async () => {
    for (const account of ['one', 'two', 'three']) await ask([500], { account });
    expect(believed()).toBe(false);
    serve(MODEL);
    expect(await ask([4])).toEqual(['text', 'usage']);
  });
});
