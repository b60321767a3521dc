import { z } from 'zod';
import { upstreamFetch } from '../../platform/fetch';
import { withTimeLimit } from '../../platform/with-time-limit';
import { inferenceFailed, mapFailure, mapRefusal } from '../kit/map-error';
import type { Moderator } from '../spec';
import { readRefusal } from './answer/read-refusal';
import { addressOf, headersOf, identityOf, type OpenAiCompatible } from './upstream';

const MAX_ANSWER_BYTES = 1_000_000;
/** Such models answer within a second; whoever waits for an image does not wait for long. */
const MODERATION_MS = 20_000;

const Answer = z.object({ results: z.array(z.object({ flagged: z.boolean() })).min(1) });

/** The moderation model of an OpenAI-compatible server, `POST /moderations`. What it does not answer is not safe. */
export function openAiCompatibleModerator(upstream: OpenAiCompatible): Moderator {
  return async ({ model, text, signal }) => {
    const identity = { ...identityOf(upstream), model: model ?? 'moderation' };
    const limited = withTimeLimit(signal, MODERATION_MS);
    try {
      const reply = await upstreamFetch({
        url: addressOf(upstream, '/moderations'),
        method: 'POST',
        headers: { ...headersOf(upstream), 'content-type': 'application/json' },
        body: JSON.stringify({ input: text, model }),
        signal: limited,
        ...(upstream.times && { times: upstream.times }),
      });
      if (reply.status !== 200) throw mapRefusal(await readRefusal(reply), identity);
      const answer = Answer.safeParse(parse(await reply.text(MAX_ANSWER_BYTES)));
      if (!answer.success) throw inferenceFailed(new Error(`${upstream.id} gave no result of a moderation`));
      return { isFlagged: answer.data.results.some(({ flagged }) => flagged) };
    } catch (thrown) {
      throw mapFailure(thrown, identity, signal);
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
