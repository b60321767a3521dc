import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model server on 127.0.0.1 whose answers are held back until they are let go. */
export type SlowModel = {
  /** Ends in `/v1`. */
  baseUrl: string;
  /** Requests that wait for their answer. */
  waiting: () => number;
  /** Requests that have been answered in full. */
  answered: () => number;
  /** From now on requests of this model wait; those of others never do. */
  hold: (model: string) => void;
  /** Answers all that wait, and every later one at once. */
  release: () => void;
  stop: () => Promise<void>;
};

const MODELS = ['slow', 'quick', 'begun', 'long', 'sure'];
/** Words of an answer of `long`. */
const LONG_WORDS = 8_000;
/** Tokens of an answer of `sure`, and the alternatives that it reports for each. */
const SURE_TOKENS = 4_000;
const ALTERNATIVES = 20;
const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/**
 * Starts one with the models `slow`, `quick`, `begun`, which says its word before it waits, `long`, which goes on with
 * 8,000 numbers, each in an event of its own, and `sure`, which goes on with 4,000 tokens and their log probabilities. An
 * answer is the word "Done", of 10 and 5 tokens.
 */
export async function startSlowModel(): Promise<SlowModel> {
  let held: string | null = null;
  let answered = 0;
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify({ object: 'list', data: MODELS.map((id) => ({ id, object: 'model' })) }));
      return;
    }
    void modelOf(request).then((model) => {
      const answer = () => {
        waiting.delete(answer);
        answered += 1;
        endAnswer(response, model);
      };
      if (model === 'begun') beginAnswer(response, model);
      if (held === model) waiting.add(answer);
      else answer();
      response.once('close', () => waiting.delete(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    waiting: () => waiting.size,
    answered: () => answered,
    hold: (model) => {
      held = model;
    },
    release: () => {
      held = null;
      for (const answer of [...waiting]) answer();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The model that a request names: of a large body only the beginning and the end are kept. */
async function modelOf(request: IncomingMessage): Promise<string> {
  let start = '';
  let end = '';
  for await (const piece of request as AsyncIterable<Buffer>) {
    if (start.length < 1_000) start += piece.toString('latin1', 0, 1_000);
    end = (end + piece.toString('latin1', Math.max(0, piece.byteLength - 1_000))).slice(-1_000);
  }
  return /"model":"(\w+)"/.exec(start + end)?.[1] ?? '';
}

const chunk = (model: string, more: object) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model, ...more })}\n\n`;

const piece = (model: string, content: string) =>
  chunk(model, { choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] });

const alternative = { token: ' sure', logprob: -1.2345678, bytes: [32, 115, 117, 114, 101] };
const content = [{ ...alternative, top_logprobs: Array<object>(ALTERNATIVES).fill(alternative) }];
const surePiece = chunk('sure', {
  choices: [{ index: 0, delta: { role: 'assistant', content: ' sure' }, logprobs: { content }, finish_reason: null }],
});
const LONG_BYTES = Buffer.from(Array.from({ length: LONG_WORDS }, (_, at) => piece('long', `${at} `)).join(''));
const SURE_BYTES = Buffer.from(surePiece.repeat(SURE_TOKENS));

function beginAnswer(response: ServerResponse, model: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(piece(model, 'Done'));
}

function endAnswer(response: ServerResponse, model: string): void {
  if (!response.headersSent) beginAnswer(response, model);
  // In one write: this server shares a process with what is measured.
  if (model === 'long') response.write(LONG_BYTES);
  if (model === 'sure') response.write(SURE_BYTES);
  response.write(chunk(model, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
  response.end(`${chunk(model, { choices: [], usage: USAGE })}data: [DONE]\n\n`);
}
