import { describe, expect, it } from 'vitest';
import { isApiError } from '../../../core/errors';
import type { FetchTimes } from '../../../platform/fetch';
import type { Step } from '../dialect';
import type { Play } from '../scenario-upstream';
import type { Fixture } from '../fixture';
import { collect, callOf, gather, QUICK, run, SECRET } from './test-run';

/** What the caller gets for an upstream's status (docs/api-rules.md, "Upstream failures"). */
const STATUSES: [number, string][] = [
  [400, 'INVALID_REQUEST'],
  [401, 'MODEL_OFFLINE'],
  [402, 'MODEL_OFFLINE'],
  [403, 'MODEL_OFFLINE'],
  [404, 'MODEL_OFFLINE'],
  [408, 'REQUEST_TIMEOUT'],
  [413, 'INVALID_REQUEST'],
  [422, 'INVALID_REQUEST'],
  [429, 'MODEL_OVERLOADED'],
  [500, 'INFERENCE_FAILED'],
  [502, 'INFERENCE_FAILED'],
  [503, 'MODEL_AT_CAPACITY'],
  [504, 'REQUEST_TIMEOUT'],
  [529, 'MODEL_AT_CAPACITY'],
];

const TEXT: Step = { text: 'Half' };

/**
 * Refusals, broken connections, silence and invalid answers: the error is ours and reveals nothing of the operator's.
 */
export function testFailures(fixture: Fixture): void {
  testRefusals(fixture);
  testBreaks(fixture);
  testNonsense(fixture);
}

function testRefusals(fixture: Fixture): void {
  describe('a refusal', () => {
    it.each(STATUSES)('with status %i is %s, and reveals nothing of the operator', async (status, code) => {
      const message = `no: key ${SECRET} of org-abcdef123 at ${fixture.upstream().origin} and http://10.1.2.3:8000`;
      const { parts, error } = await run(fixture, { refusal: { status, message } });
      expect(parts).toEqual([]);
      expect(error).toMatchObject({ code });
      expect(refusedWith(error)).not.toMatch(/operators-own|127\.0\.0\.1|10\.1\.2\.3|org-abcdef/);
      expect(chainOf(error)).not.toContain(SECRET);
    });

    it('of the request says what is wrong with it', async () => {
      const { error } = await run(fixture, { refusal: { status: 400, message: 'temperature is too high' } });
      expect(refusedWith(error)).toContain('temperature is too high');
    });

    it('of a prompt that is too long has the body of a context overflow', async () => {
      const { status, body } = fixture.adapter.dialect.overflow;
      const { error } = await run(fixture, { raw: { status, type: 'application/json', text: JSON.stringify(body) } });
      expect(error).toMatchObject({
        code: 'TOO_MANY_TOKENS',
        options: { body: { error: { code: 'context_length_exceeded' } } },
      });
    });

    it.each<[string, () => string, number, number]>([
      ['seconds', () => '17', 17, 17],
      ['a date', () => new Date(Date.now() + 100_000).toUTCString(), 50, 100],
      ['too many seconds', () => '999999', 3_600, 3_600],
      ['nonsense, which is none', () => 'soon', 0, 0],
    ])('for overload says when to retry: %s', async (_, after, min, max) => {
      const { error } = await run(fixture, { refusal: { status: 429, headers: { 'retry-after': after() } } });
      const seconds = isApiError(error) ? (error.options.retryAfterSeconds ?? 0) : 0;
      expect(seconds).toBeGreaterThanOrEqual(min);
      expect(seconds).toBeLessThanOrEqual(max);
    });

    it('that is an HTML page is still a refusal', async () => {
      const raw = { status: 503, type: 'text/html', text: '<html>busy</html>' };
      expect((await run(fixture, { raw })).error).toMatchObject({ code: 'MODEL_AT_CAPACITY' });
    });

    it('that is a redirect is not followed', async () => {
      const raw = { status: 307, type: 'text/plain', text: '', headers: { location: '/elsewhere' } };
      expect((await run(fixture, { raw })).error).toMatchObject({ code: 'INFERENCE_FAILED' });
      expect(fixture.upstream().requests.map(({ path }) => path)).not.toContain('/elsewhere');
    });
  });
}

function testBreaks(fixture: Fixture): void {
  const cases: [string, Play, string, Partial<FetchTimes>][] = [
    ['a break', { cutAfter: 0 }, 'INFERENCE_FAILED', {}],
    ['silence before the status', { delayMs: 60_000 }, 'REQUEST_TIMEOUT', QUICK],
    ['silence after the status', { bodyDelayMs: 60_000 }, 'REQUEST_TIMEOUT', QUICK],
  ];
  describe('a failure', () => {
    it.each(cases)('by %s before the first part yields no parts', async (_, play, code, times) => {
      const { parts, error } = await run(fixture, play, {}, times);
      expect(parts).toEqual([]);
      expect(error).toMatchObject({ code });
      expect(chainOf(error)).not.toContain(SECRET);
      if (times === QUICK) expect(await fixture.upstream().left()).toBe(true);
    });

    it.each<[string, Play, string]>([
      ['a break', { cutAfter: 2 }, 'INFERENCE_FAILED'],
      ['silence', { hangAfter: 2 }, 'REQUEST_TIMEOUT'],
    ])('by %s later keeps the parts before it, if they are sent', async (_, play, code) => {
      const steps: Step[] = [{ text: 'One' }, { text: ' two' }, { text: ' three' }, { finish: 'stop' }];
      const { parts, error } = await run(fixture, { ...play, steps }, {}, { firstByteMs: 1_000, idleMs: 1_000 });
      if (fixture.way === 'whole') {
        expect(parts).toEqual([]);
        expect(error).toMatchObject({ code });
        return;
      }
      expect(gather(parts)[0]?.text).toMatch(/^One( two)?$/);
      expect(gather(parts)[0]?.finishes).toEqual([]);
      expect(error).toMatchObject({ code });
    });

    it('of the connection means that the model is offline', async () => {
      const chat = fixture.chat({ origin: 'http://127.0.0.1:1', secret: SECRET });
      const { parts, error } = await collect(chat(callOf()));
      expect(parts).toEqual([]);
      expect(error).toMatchObject({ code: 'MODEL_OFFLINE' });
      expect(chainOf(error)).not.toContain(SECRET);
    });

    if (!fixture.has('stream errors') || fixture.way === 'whole') return;
    it('inside the stream counts as its status', async () => {
      const error: Step = { error: { status: 429, message: `busy, ${SECRET}` } };
      const early = await run(fixture, { steps: [error] });
      expect(early.parts).toEqual([]);
      expect(early.error).toMatchObject({ code: 'MODEL_OVERLOADED' });
      const late = await run(fixture, { steps: [TEXT, error] });
      expect(gather(late.parts)).toMatchObject([{ text: 'Half', finishes: [] }]);
      expect(late.error).toMatchObject({ code: 'MODEL_OVERLOADED' });
      expect(refusedWith(late.error) + chainOf(late.error)).not.toContain(SECRET);
    });
  });
}

function testNonsense(fixture: Fixture): void {
  const { contentType } = fixture;
  const cases: [string, string, string][] = [
    ['a page', 'text/html', '<html>Welcome</html>'],
    ['a page with the right content type', contentType, '<html>Welcome</html>'],
    ['other JSON', 'application/json', '{"hello":1}'],
    ['broken JSON', 'application/json', '{"choices": ['],
    ['nothing', contentType, ''],
    ['broken JSON in a stream', contentType, 'data: {"choices": [\n\n'],
    ['a line without an end', contentType, `data: ${'x'.repeat(8_000_000)}`],
  ];
  describe('an answer of status 200', () => {
    it.each(cases)('that is %s fails', async (_, type, text) => {
      const { parts, error } = await run(fixture, { raw: { type, text } });
      expect(parts).toEqual([]);
      expect(error).toMatchObject({ code: 'INFERENCE_FAILED' });
      expect(refusedWith(error)).toBe(JSON.stringify(['The model failed to answer.', null, null]));
    });
  });
}

/** The part of an error that is sent to the caller. */
function refusedWith(error: unknown): string {
  return isApiError(error) ? JSON.stringify([error.message, error.options.body, error.options.details]) : 'no ApiError';
}

/** The messages of an error and of all its causes: what a log may contain. */
function chainOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const beside = JSON.stringify(Object.entries(error).filter(([name]) => name !== 'options'));
  return `${error.message} ${error.stack} ${beside}\n${error.cause === undefined ? '' : chainOf(error.cause)}`;
}
