/** Request bodies of the loads. */

const QUESTION =
  'Please explain in a few plain words what a fare box is, who opens it, and when its coins are counted.';
const SENTENCE = 'Every coin that falls into the box is counted once, and a ledger records who inserted the coin. ';
/** More than any answer has. */
const MAX_TOKENS = 1_024;
/** More than is parsed at once, without waiting for a turn. */
const MEDIUM_BYTES = 6_000;
const LONG_BYTES = 100_000;
/** Below the largest JSON body that ours takes, 35 MB. */
const HUGE_BYTES = 20_000_000;

/** A request of about 300 bytes to a model of the upstream. */
export function smallBody(model: string): string {
  return bodyOf(model, false, QUESTION);
}

/** The same, streamed, with usage at the end. */
export function streamBody(model: string): string {
  return bodyOf(model, true, QUESTION);
}

/** A prompt of 6 KB, like that of a chat with some history. */
export function mediumBody(model: string): string {
  return bodyOf(model, false, SENTENCE.repeat(Math.ceil(MEDIUM_BYTES / SENTENCE.length)));
}

/** A prompt of 100 KB. */
export function longBody(model: string): string {
  return bodyOf(model, false, SENTENCE.repeat(Math.ceil(LONG_BYTES / SENTENCE.length)));
}

/** A prompt of 20 MB. */
export function hugeBody(model: string): string {
  return bodyOf(model, false, SENTENCE.repeat(Math.ceil(HUGE_BYTES / SENTENCE.length)));
}

/** A realistic mix: mostly short answers, some streams, some long ones, and a few long prompts. */
export function mixedBodies(): string[] {
  const small = smallBody('answer-300');
  const stream = streamBody('stream-20');
  return [small, stream, small, smallBody('answer-10k'), small, stream, longBody('answer-300'), small, stream, small];
}

function bodyOf(model: string, stream: boolean, content: string): string {
  const messages = [
    { role: 'system', content: 'You are a plain speaker.' },
    { role: 'user', content },
  ];
  const streaming = stream ? { stream, stream_options: { include_usage: true } } : {};
  return JSON.stringify({ model, messages, temperature: 0.7, max_tokens: MAX_TOKENS, ...streaming });
}
