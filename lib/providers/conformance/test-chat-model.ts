/**
 * The suite that every chat model adapter must pass. A test file of an adapter calls it once per wire format:
 *
 *   describeChatModel('openai-compatible', {
 *     dialect: openAiDialect,                                        // dialects/*.ts: see `Dialect` in dialect.ts
 *     make: ({ origin, secret, times }) =>
 *       makeOpenAiCompatible({ id: 'lab', baseUrl: `${origin}/v1`, apiKey: secret, times, unstreamed: 'whole' }),
 *     lacks: [],
 *   });
 *
 * A dialect is the vendor's side of the wire: it turns neutral steps (`text`, `reasoning`, `call`, `finish`, `usage`,
 * `error`) into the bytes that the vendor's server would send, and parses what a request asked for. The suite starts a
 * server on 127.0.0.1 that plays them, correctly and incorrectly (`Play` in scenario-upstream.ts), and checks the
 * parts, the errors, the request and the close of the connection. `make` must pass `times` to its `upstreamFetch`, and
 * `secret` must be the credential. `lacks` names what the wire format does not support (fixture.ts); those scenarios
 * are skipped. Everything else must pass, streamed and in one piece; then both ways are compared.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import type { ChatModel } from '../spec';
import type { Adapter, Fixture, Making, Way } from './fixture';
import { startScenarioUpstream, type ScenarioUpstream } from './scenario-upstream';
import { testAnswers } from './scenarios/test-answers';
import { testBothWays } from './scenarios/test-both-ways';
import { testFailures } from './scenarios/test-failures';
import { testLeaving } from './scenarios/test-leaving';
import { testRequests } from './scenarios/test-requests';
import { testTools } from './scenarios/test-tools';
import { testUsage } from './scenarios/test-usage';

/** Registers all scenarios for one adapter. */
export function describeChatModel(name: string, adapter: Adapter): void {
  describe(`${name} as a chat model`, () => {
    let upstream: ScenarioUpstream | undefined;
    beforeAll(async () => {
      upstream = await startScenarioUpstream(adapter.dialect);
    });
    afterAll(() => upstream?.stop());
    const fixtureOf = (way: Way): Fixture => ({
      upstream: () => {
        if (!upstream) throw new Error('The upstream runs only while tests do.');
        return upstream;
      },
      adapter,
      way,
      chat: (making) => modelOf(adapter, way, making),
      contentType: way === 'whole' ? 'application/json' : adapter.dialect.contentType,
      has: (ability) => !adapter.lacks?.includes(ability),
    });
    describe('that streams', () => testAll(fixtureOf('stream')));
    describe('that answers in one piece', () => testAll(fixtureOf('whole')));
    testBothWays(fixtureOf('stream'), fixtureOf('whole'));
  });
}

function testAll(fixture: Fixture): void {
  testAnswers(fixture);
  testTools(fixture);
  testUsage(fixture);
  testFailures(fixture);
  testLeaving(fixture);
  testRequests(fixture);
}

function modelOf({ make }: Adapter, way: Way, making: Making): ChatModel {
  const { chat, answerWhole } = make(making);
  if (!chat || !answerWhole) throw new Error('The adapter does not answer both ways.');
  if (way === 'stream') return chat;
  return async function* whole(call) {
    yield await answerWhole(call);
  };
}
