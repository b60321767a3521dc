import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server got. */
export type TestRequest = { path: string; key: string | null; model: string | null };

/** An OpenAI-compatible server for tests: it lists models, answers chats, and wants a key. */
export type TestUpstream = {
  /** The address before `/chat/completions`. */
  url: string;
  /** The key that it accepts; null for any. */
  key: string | null;
  /** What it answers; a chat stays open while it is null. */
  answer: string | null;
  /** Whether it fails every chat with 500. */
  fails: boolean;
  /** Whether it answers nothing at all. */
  hangs: boolean;
  /** Whether it fails every list with 500. */
  failsLists: boolean;
  models: Record<string, unknown>[];
  requests: TestRequest[];
  stop(): Promise<void>;
};

/** Starts one. */
export async function startTestUpstream(): Promise<TestUpstream> {
  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then(async (body) => {
      const key = incoming.headers.authorization?.replace(/^Bearer /, '') ?? null;
      const { model = null, stream = false } = JSON.parse(body || '{}') as { model?: string; stream?: boolean };
      if (upstream.hangs) return;
      upstream.requests.push({ path: incoming.url ?? '', key, model });
      const json = (status: number, value: unknown) => {
        outgoing.writeHead(status, { 'content-type': 'application/json' });
        outgoing.end(JSON.stringify(value));
      };
      if (upstream.key !== null && key !== upstream.key) {
        return json(401, {
          error: { message: `Incorrect API key provided: ${key ?? 'none'}`, code: 'invalid_api_key' },
        });
      }
      if (incoming.url === '/v1/models' && upstream.failsLists) return json(500, { error: { message: 'broken' } });
      if (incoming.url === '/v1/models') return json(200, { object: 'list', data: upstream.models });
      if (incoming.url !== '/v1/chat/completions') return json(404, { error: { message: 'Not found' } });
      if (upstream.fails) return json(500, { error: { message: 'broken' } });
      const usage = { prompt_tokens: 5, completion_tokens: 3 };
      if (!stream) {
        await isAnswered(upstream);
        const message = { role: 'assistant', content: `First. ${upstream.answer}` };
        return json(200, { choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
      }
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      const send = (delta: object, finish: string | null = null) =>
        outgoing.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
      send({ role: 'assistant', content: 'First.' });
      await isAnswered(upstream);
      send({ content: ` ${upstream.answer}` });
      send({}, 'stop');
      outgoing.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
      outgoing.end('data: [DONE]\n\n');
    });
  });
  // On a busy machine, a test would meet the end of a kept connection.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream: TestUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key: null,
    answer: 'OK.',
    fails: false,
    failsLists: false,
    hangs: false,
    models: [],
    requests: [],
    stop: async () => {
      upstream.answer ??= '';
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return upstream;
}

async function isAnswered(upstream: TestUpstream): Promise<void> {
  while (upstream.answer === null) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
