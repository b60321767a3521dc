import { apiFailure } from '../../failure';
import type { DrawnImage, ImageEvent } from '../../images/request/stream-images';
import { ticks } from '../../now';
import type { AnswerImage, ChatBody, ChatEvent, streamChat } from '../../stream-chat';
import { imagePrompt } from '../image-prompt';

/** Draws for the chat: yields what a request for images does, and says which model draws. */
export type DrawForChat = (
  prompt: string,
  signal: AbortSignal,
) => Promise<{ modelId: string; events: AsyncIterable<ImageEvent> }>;

/**
 * Answers messages that request an image with one; all others with `ask`.
 * @param toDataUrl turns a file into a `data:` URL, which the chat can store
 */
export function withImages(
  ask: typeof streamChat,
  draw: DrawForChat,
  toDataUrl: (file: Blob) => Promise<string>,
): typeof streamChat {
  return async function* (body, asked) {
    const prompt = promptOf(body);
    if (prompt === null) return yield* ask(body, asked);
    yield* answerWithImage(await draw(prompt, asked.signal), prompt, toDataUrl);
  };
}

async function* answerWithImage(
  { modelId, events }: Awaited<ReturnType<DrawForChat>>,
  prompt: string,
  toDataUrl: (file: Blob) => Promise<string>,
): AsyncGenerator<ChatEvent, void, undefined> {
  const sentAt = ticks();
  for await (const event of events) {
    if (event.type === 'progress') continue;
    if (event.type === 'accepted') {
      // Whoever stops now still gets the receipt of what may have been charged.
      yield { type: 'accepted', requestId: event.requestId, balanceUsd: null, balanceDiem: null };
      continue;
    }
    const { receipt, notApplied } = event;
    const images = await Promise.all(
      event.images.map(async (drawn) => ({
        url: await toDataUrl(drawn.file),
        alt: prompt,
        ...flagsOf(drawn, notApplied),
      })),
    );
    const sinceMs = ticks() - sentAt;
    yield { type: 'images', images, modelId, sinceMs };
    yield { type: 'finish', reason: 'stop' };
    if (!receipt) return;
    const [usd, diem] = receipt.currency === 'USD' ? [receipt.cost, '0'] : ['0', receipt.cost];
    const tokens = { promptTokens: 0, completionTokens: 0, cachedTokens: 0, reasoningTokens: 0 };
    yield { type: 'usage', usage: { ...tokens, usd, diem }, sinceMs };
    return;
  }
  throw apiFailure({ code: 'UNREADABLE', message: 'The answer contains no image.' });
}

function flagsOf({ blurred, violation }: DrawnImage, notApplied: string[]): Partial<AnswerImage> {
  return {
    ...(blurred && { blurred }),
    ...(violation && { violation }),
    ...(notApplied.length > 0 && { notApplied }),
  };
}

function promptOf({ messages }: ChatBody): string | null {
  const last = messages.at(-1);
  return last?.role === 'user' && typeof last.content === 'string' ? imagePrompt({ text: last.content }) : null;
}
