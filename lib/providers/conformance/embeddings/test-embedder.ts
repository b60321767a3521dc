/**
 * The suite that every adapter with embeddings must pass, as `test-chat-model.ts` for chat: a server on 127.0.0.1 that
 * speaks the upstream's wire format, correctly and incorrectly.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isApiError } from '../../../core/errors';
import type { EmbeddingCall, TextEmbedder } from '../../spec';
import { listen, type Listening } from '../serve';
import { LightController } from '../../../platform/light-controller';
import type { AskedTexts, EmbeddingWire, SeenEmbeddingRequest } from './wire';
import { EMBEDDING_SECRET } from './wires';

/** An adapter, and the wire format of its upstream. */
export type EmbeddingAdapter = {
  wire: EmbeddingWire;
  /** @param origin of the server, without a path */
  make: (origin: string) => TextEmbedder;
  model: string;
  /** A length of vectors that the model has besides its own. */
  dimensions: number;
};

type Play = {
  status?: number;
  raw?: string;
  headers?: Record<string, string>;
  cut?: boolean;
  hang?: boolean;
  /** Changes the vectors of an answer. */
  vectors?: (vectors: number[][]) => number[][];
};

/** For a busy machine. */
const PATIENCE = { timeout: 20_000 };

/** The vector of a text: as long as was asked for. */
const vectorOf = (text: string, dimensions = 4) => Array.from({ length: dimensions }, (_, at) => text.length / 8 + at);

/** Registers all scenarios for one adapter. */
export function describeEmbedder(name: string, { wire, make, model, dimensions }: EmbeddingAdapter): void {
  describe(`${name} with embeddings`, () => {
    let server: Listening;
    let embed: TextEmbedder;
    let play: Play = {};
    let left = 0;
    const asked: AskedTexts[] = [];
    beforeAll(async () => {
      server = await listen(async (request, response) => {
        response.on('close', () => (left += response.writableFinished ? 0 : 1));
        const pieces: Buffer[] = [];
        for await (const piece of request) pieces.push(piece as Buffer);
        const { url: path = '', headers } = request;
        const seen: SeenEmbeddingRequest = { path, headers, body: JSON.parse(Buffer.concat(pieces).toString()) };
        const read = wire.read(seen);
        asked.push(read);
        if (play.hang) return;
        const { status = 200, vectors = (all) => all } = play;
        const made = read.texts.map((text) => vectorOf(text, read.dimensions));
        const answer = wire.answer(vectors(made), 2 * read.texts.length, seen);
        const refused = `Refused ${EMBEDDING_SECRET}`;
        const text = play.raw ?? JSON.stringify(status === 200 ? answer.body : wire.refusal(status, refused));
        const length = { 'content-length': String(Buffer.byteLength(text)) };
        const type = { 'content-type': 'application/json' };
        response.writeHead(status, { ...type, ...length, ...answer.headers, ...play.headers });
        if (!play.cut) return void response.end(text);
        response.write(text.slice(0, text.length / 2));
        setTimeout(() => response.destroy(), 20);
      });
      embed = make(server.origin);
    });
    afterAll(() => server.stop());
    beforeEach(() => {
      play = {};
      left = 0;
      asked.length = 0;
    });

    const call = (more: Partial<EmbeddingCall> = {}) =>
      embed({ model, texts: ['a', 'bb'], signal: new LightController().signal, ...more });
    const failure = async (more: Partial<EmbeddingCall> = {}) => {
      const thrown: unknown = await call(more).then(
        () => null,
        (error: unknown) => error,
      );
      if (!isApiError(thrown)) throw thrown ?? new Error('It has not failed.');
      expect(thrown.message).not.toContain(EMBEDDING_SECRET);
      return thrown.code;
    };

    it('sends model, texts, and the secret, and returns the vectors in order', async () => {
      const { vectors, promptTokens } = await call();
      expect(vectors.map((vector) => [...vector])).toEqual([vectorOf('a'), vectorOf('bb')]);
      expect(asked.flatMap(({ texts }) => texts).toSorted()).toEqual(['a', 'bb']);
      for (const request of asked) expect(request).toMatchObject({ model, authorized: true, dimensions: undefined });
      expect(promptTokens).toBe(wire.countsTokens ? 4 : undefined);
    });

    it('sends the length of the vectors', async () => {
      const { vectors } = await call({ texts: ['a'], dimensions });
      expect(asked).toMatchObject([{ dimensions }]);
      expect([...(vectors[0] ?? [])]).toEqual(vectorOf('a', dimensions));
    });

    it('spreads many texts over as many requests as it takes', async () => {
      const count = wire.textsPerRequest * 2 + 1;
      const texts = Array.from({ length: count }, (_, at) => 'x'.repeat(at + 1));
      const { vectors, promptTokens } = await call({ texts });
      expect(vectors.map(([first]) => first)).toEqual(texts.map(({ length }) => length / 8));
      expect(asked).toHaveLength(3);
      expect(promptTokens).toBe(wire.countsTokens ? 2 * count : undefined);
    });

    it.each([
      [400, 'INVALID_REQUEST'],
      [401, 'MODEL_OFFLINE'],
      [404, 'MODEL_OFFLINE'],
      [429, 'MODEL_OVERLOADED'],
      [500, 'INFERENCE_FAILED'],
      [503, 'MODEL_AT_CAPACITY'],
    ])('understands a %i', async (status, code) => {
      play = { status };
      expect(await failure()).toBe(code);
    });

    it.each<[string, Play]>([
      ['no JSON', { raw: '<html>' }],
      ['another JSON', { raw: '{"ok":true}' }],
      ['no vectors', { raw: '{"data":[],"embeddings":[]}' }],
      ['an empty vector', { vectors: (all) => all.map(() => []) }],
      ['an answer that breaks off', { cut: true }],
    ])('takes %s for a failure', async (_, changed) => {
      play = changed;
      expect(await failure()).toBe('INFERENCE_FAILED');
    });

    it('takes vectors of another length than requested for a failure', async () => {
      play = { vectors: (all) => all.map((vector) => vector.slice(1)) };
      expect(await failure({ dimensions })).toBe('INFERENCE_FAILED');
    });

    it('stops at once when the caller leaves', async () => {
      play = { hang: true };
      const leaving = new LightController();
      const answer = call({ signal: leaving.signal });
      await expect.poll(() => asked.length, PATIENCE).toBeGreaterThan(0);
      leaving.abort(new Error('left'));
      await expect(answer).rejects.toThrow('left');
      // One may be canceled before it was read.
      await expect.poll(() => left, PATIENCE).toBeGreaterThanOrEqual(asked.length);
    });
  });
}
