/**
 * The suite that every adapter of a chat model passes. A test file of an adapter calls it once per wire format:
 *
 *   describeChatModel('openai-compatible', {
 *     dialect: openAiDialect,                                        // dialects/*.ts: see `Dialect` in dialect.ts
 *     make: ({ origin, secret, times }) => openAiCompatibleChat({ id: 'lab', baseUrl: `${origin}/v1`, apiKey: secret, times }),
 *     lacks: [],
 *   });
 *
 * A dialect is the vendor's side of the wire: it turns neutral steps (`text`, `reasoning`, `call`, `finish`, `usage`,
 * `error`) into the bytes that the vendor's server would send, and reads what a request asked for. The suite starts a
 * server on 127.0.0.1 that plays them, well and badly (`Play` in story-upstream.ts), and looks at the parts, the
 * errors, the request and the close of the connection. `make` must hand `times` to its `upstreamFetch`, and `secret`
 * must be the credential. `lacks` names what the wire format has no word for (stage.ts); those stories are left out.
 * Everything else must hold.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import type { Adapter, Stage } from './stage';
import { startStoryUpstream, type StoryUpstream } from './story-upstream';
import { tellAnswers } from './stories/test-answers';
import { tellFailures } from './stories/test-failures';
import { tellLeaving } from './stories/test-leaving';
import { tellRequests } from './stories/test-requests';
import { tellTools } from './stories/test-tools';
import { tellUsage } from './stories/test-usage';

/** Registers all stories for one adapter. */
export function describeChatModel(name: string, adapter: Adapter): void {
  describe(`${name} as a chat model`, () => {
    let upstream: StoryUpstream | undefined;
    beforeAll(async () => {
      upstream = await startStoryUpstream(adapter.dialect);
    });
    afterAll(() => upstream?.stop());
    const stage: Stage = {
      upstream: () => {
        if (!upstream) throw new Error('The upstream runs only while tests do.');
        return upstream;
      },
      adapter,
      has: (ability) => !adapter.lacks?.includes(ability),
    };
    tellAnswers(stage);
    tellTools(stage);
    tellUsage(stage);
    tellFailures(stage);
    tellLeaving(stage);
    tellRequests(stage);
  });
}
