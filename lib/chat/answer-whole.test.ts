import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunContext } from '../accounts/caller';
import { findBalance } from '../ledger/read/balance/find-balance';
import { findUsageRecord } from '../ledger/read/history/find-usage-record';
import { LightController } from '../platform/light-controller';
import { endRequests, requestsInFlight } from '../platform/stop/requests-in-flight';
import { stoppingRefusal } from '../platform/stop/stopping';
import type { Script } from '../providers/conformance/scripted-upstream';
import { makeOpenAiCompatible } from '../providers/openai-compatible/provider';
import { installProviders } from '../providers/registry';
import { ChatCompletion } from './answer/wire';
import { ChatRequest } from './contract';
import { completeFor, INPUT_NANO, makeContext, OUTPUT_NANO, startTestService, type TestService } from './test-service';

/* Answers that come from their provider in one piece, where they could differ from those that come as a stream. */

const usage = { prompt_tokens: 12, completion_tokens: 5 };
const scripts: Record<string, Script> = {
  plain: { chunks: ['Good ', 'day'], usage },
  thinking: { reasoning: ['Hm'], chunks: ['Yes'], usage },
  'thinking in its text': { chunks: ['<think>Hm</think>', 'Yes'], usage },
  brief: { chunks: ['One, two,'], finish: 'length', usage },
  hanging: { hangAfter: 0 },
};
const RICH = 1_000_000_000n;
/** What is held for the prompt of these requests: 10 tokens. */
const PROMPT_NANO = 10n * INPUT_NANO;

let service: TestService;
beforeAll(async () => {
  service = await startTestService(scripts);
  installProviders([makeOpenAiCompatible({ id: 'lab', baseUrl: service.upstream.baseUrl, unstreamed: 'whole' })]);
});
afterAll(() => service.stop());
afterEach(() => {
  expect(service.upstream.requests.every(({ body }) => (body as { stream?: boolean }).stream !== true)).toBe(true);
  service.upstream.requests.length = 0;
});

const ask = async (context: RunContext, model: string, more: object = {}) => {
  const body = ChatRequest.parse({ model, messages: [{ role: 'user', content: 'Hello' }], ...more });
  return ChatCompletion.parse(await completeFor(body, context));
};
const record = ({ caller: { account }, requestId }: RunContext) =>
  findUsageRecord({ accountId: account.id, requestId });

describe('an answer in one piece', () => {
  it.each(['thinking', 'thinking in its text'])(
    'is without its reasoning if that is to be hidden: %s',
    async (model) => {
      const hidden = await ask(await makeContext(RICH), model, { svc_parameters: { strip_thinking_response: true } });
      expect(hidden.choices[0]?.message).toEqual({ role: 'assistant', content: 'Yes', reasoning_content: null });
      const shown = await ask(await makeContext(RICH), model);
      expect(JSON.stringify(shown.choices)).toContain('Hm');
    },
  );

  it('names credit as its end if it reached the maximum that credit had lowered, and otherwise not', async () => {
    const short = () => makeContext(PROMPT_NANO + 41n * OUTPUT_NANO);
    const endingOf = async (model: string, context: RunContext, more: object = {}) => {
      await ask(context, model, more);
      return (await record(context))?.ending;
    };
    expect(await endingOf('brief', await short())).toBe('credit_ran_out');
    expect(service.upstream.requests.at(-1)?.body).toMatchObject({ max_tokens: 41 });
    expect(await endingOf('plain', await short())).toBe('completed');
    expect(await endingOf('brief', await short(), { max_completion_tokens: 20 })).toBe('completed');
    expect(await endingOf('brief', await makeContext(RICH))).toBe('completed');
  });

  it('is ended by a shutdown after its caller has left, and costs nothing', async () => {
    const leaving = new LightController();
    const context = await makeContext(RICH, { signal: leaving.signal });
    const answer = ask(context, 'hanging').catch((error: unknown) => error);
    await expect.poll(() => service.upstream.requests.length).toBe(1);
    leaving.abort();
    await sleep(100);
    // The model goes on without its caller.
    expect(service.upstream.requests[0]?.leftAfterMs).toBeNull();
    expect(requestsInFlight()).toHaveLength(1);
    endRequests(stoppingRefusal());
    expect(await answer).toMatchObject({ code: 'NOT_READY' });
    await expect.poll(() => service.upstream.requests[0]?.leftAfterMs).not.toBeNull();
    expect(requestsInFlight()).toHaveLength(0);
    expect(await record(context)).toBeNull();
    expect((await findBalance(context.caller.account.id)).usdNano).toBe(RICH);
  });
});
