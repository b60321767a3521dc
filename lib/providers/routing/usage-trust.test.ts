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
  it('are not used any more after three above the maximum, which the log says once', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(believed()).toBe(true);
      expect(await ask([500])).toEqual(['text', 'usage']);
    }
    expect(believed()).toBe(false);
    // A list of nothing but a report is left out.
    for (let round = 0; round < 3; round += 1) expect(await ask([4, 500])).toEqual(['text']);
    expect(await ask([7])).toEqual(['text']);
    expect(logged).toEqual([
      expect.objectContaining({ level: 40, provider: 'a', model: 'a-model', reported: 500, asked: 10, answers: 3 }),
    ]);
  });

  it('count for all choices together, with a tolerance, and only the last one of an answer', async () => {
    for (let round = 0; round < 9; round += 1) await ask([36], { choices: 2 });
    for (let round = 0; round < 9; round += 1) await ask([18]);
    for (let round = 0; round < 9; round += 1) await ask([500, 10]);
    expect(believed()).toBe(true);
    for (let round = 0; round < 3; round += 1) await ask([37], { choices: 2 });
    expect(believed()).toBe(false);
  });

  it('are used if overruns are rare', async () => {
    for (let round = 0; round < 9; round += 1) {
      await ask([500]);
      await ask([500]);
      nowMs += DAY_MS + 1;
    }
    expect(believed()).toBe(true);
    expect(logged).toEqual([]);
  });

  it('are used again once the upstream has left the catalog and come back', async () => {
    for (let round = 0; round < 3; round += 1) await ask([500]);
    expect(believed()).toBe(false);
    serve(MODEL);
    expect(await ask([4])).toEqual(['text', 'usage']);
  });
});
