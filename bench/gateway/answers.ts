/** How the upstream answers for a model, determined by the model's name. */
export type Form = {
  /** Content deltas of a stream, and completion tokens of both ways of answering. */
  deltas: number;
  /** Bytes of text in one delta. */
  deltaBytes: number;
  /** Before the first byte. */
  delayMs: number;
  /** Between chunks; 0 writes all at once. */
  gapMs: number;
  /** Without a gap: whether each chunk of a stream is a packet of its own, as real model servers send them. */
  inPackets: boolean;
};

/** Prompt tokens that every answer reports, whatever the prompt. */
export const PROMPT_TOKENS = 20;
/** Between the chunks of the model `slow`. */
export const SLOW_GAP_MS = 250;

const DELAY_MS = 60;

/** Named by their answers: about 300 bytes and 10 KB of JSON, or streams of 20 and 500 chunks. */
const QUICK: Record<string, { deltas: number; deltaBytes: number }> = {
  'answer-300': { deltas: 12, deltaBytes: 7 },
  'answer-10k': { deltas: 400, deltaBytes: 25 },
  'stream-20': { deltas: 20, deltaBytes: 6 },
  'stream-500': { deltas: 500, deltaBytes: 6 },
};

/**
 * The same, with a packet per token in streams. Words so short that the estimate for a stream that is cut off stays below
 * the usage that a complete one reports.
 */
const IN_PACKETS: Record<string, { deltas: number; deltaBytes: number }> = {
  'packets-30': { deltas: 30, deltaBytes: 3 },
  'packets-300': { deltas: 300, deltaBytes: 3 },
};

/** All models of the upstream by name. @param slowSeconds how long a stream of `slow` takes */
export function formsOf(slowSeconds: number): Map<string, Form> {
  const forms = new Map<string, Form>();
  for (const [name, form] of Object.entries(QUICK)) {
    forms.set(name, { ...form, delayMs: 0, gapMs: 0, inPackets: false });
    forms.set(`${name}-60ms`, { ...form, delayMs: DELAY_MS, gapMs: 0, inPackets: false });
  }
  for (const [name, form] of Object.entries(IN_PACKETS)) {
    forms.set(name, { ...form, delayMs: 0, gapMs: 0, inPackets: true });
  }
  const deltas = Math.round((slowSeconds * 1_000) / SLOW_GAP_MS);
  return forms.set('slow', { deltas, deltaBytes: 6, delayMs: 0, gapMs: SLOW_GAP_MS, inPackets: true });
}

/** The body of a non-streaming answer. */
export function jsonAnswer(model: string, { deltas, deltaBytes }: Form): Buffer {
  const message = { role: 'assistant', content: wordOf(deltaBytes).repeat(deltas).trimEnd() };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  return Buffer.from(JSON.stringify({ ...frame('chat.completion', model), choices, usage: usageOf(deltas) }));
}

/**
 * The events of a stream, `[DONE]` included, each as one chunk of HTTP's chunked encoding; the end of the body follows.
 */
export function streamAnswer(model: string, { deltas, deltaBytes }: Form, withUsage: boolean): Buffer[] {
  const head = frame('chat.completion.chunk', model);
  const chunk = (delta: object, finish: string | null) =>
    event({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] });
  const content = wordOf(deltaBytes);
  const texts = Array.from({ length: deltas }, (_, at) =>
    chunk(at === 0 ? { role: 'assistant', content } : { content }, null),
  );
  const usage = withUsage ? [event({ ...head, choices: [], usage: usageOf(deltas) })] : [];
  return [...texts, chunk({}, 'stop'), ...usage, framed('data: [DONE]\n\n')];
}

function frame(object: string, model: string) {
  return { id: 'chatcmpl-bench', object, created: 1_760_000_000, model };
}

function usageOf(deltas: number) {
  return { prompt_tokens: PROMPT_TOKENS, completion_tokens: deltas, total_tokens: PROMPT_TOKENS + deltas };
}

function wordOf(bytes: number): string {
  return `${'farebox'.repeat(4).slice(0, bytes - 1)} `;
}

function event(value: object): Buffer {
  return framed(`data: ${JSON.stringify(value)}\n\n`);
}

function framed(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}
