import { describe, expect, it } from 'vitest';
import { isApiError } from '../../../core/errors';
import { addBytes, makeMemoryShares, openLease } from '../../../platform/sharing/memory-shares';
import type { BodySink, BodySource } from '../../server/transport';
import type { Intake } from '../receive-body';
import type { FormPlan } from './form-rules';
import { takeForm } from './take-form';
import { testForm, type TestPart } from './test-form';

const MEGABYTE = 1_000_000;
const RULES: FormPlan = { files: { image: 'one' }, fields: new Set(['image']) };

/** A form that arrives in pieces of 50,000 bytes; `progress` has how many of them were taken. */
function source(parts: TestPart[], isAnnounced = true, cutBytes = 0) {
  const { body, contentType } = testForm(parts);
  const sent = body.subarray(0, body.length - cutBytes);
  const progress = { taken: 0 };
  const form: BodySource = {
    announcedBytes: isAnnounced ? body.length : null,
    read: async (sink) => {
      for (let at = 0; at < sent.length; at += 50_000) {
        await sink.take(Buffer.from(sent.subarray(at, at + 50_000)));
        progress.taken += 1;
      }
    },
  };
  return { form, contentType, progress, length: body.length };
}

function intake(more: Partial<Intake> = {}, perAccount = 10 * MEGABYTE) {
  const memory = makeMemoryShares({ perAccount, all: 10 * MEGABYTE });
  const seen = { admitted: 0, counted: 0, hashed: 0 };
  const given: Intake = {
    maxBytes: 3 * MEGABYTE,
    lease: openLease(memory, 'account'),
    admitLarge: () => Promise.resolve(void (seen.admitted += 1)),
    countLarge: (bytes) => (seen.counted += bytes),
    onPiece: (piece) => (seen.hashed += piece.byteLength),
    ...more,
  };
  return { given, seen, memory };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (thrown: unknown) => (isApiError(thrown) ? thrown.code : String(thrown)),
  );
const image = (bytes: number): TestPart => ({ name: 'image', file: 'a.png', content: Buffer.alloc(bytes, 7) });

describe('a form that is received', () => {
  it.each([true, false])(
    'is admitted and counted like any large body, and hashed as sent (announced: %s)',
    async (is) => {
      const { form, contentType, length } = source([image(MEGABYTE)], is);
      const { given, seen, memory } = intake();
      const values = await takeForm(form, given, contentType, RULES);
      expect((values.image as Uint8Array).byteLength).toBe(MEGABYTE);
      expect(seen).toEqual({ admitted: 1, counted: length, hashed: length });
      expect(memory.bytes).toBe(2 * length);
    },
  );

  it('needs no admission if it is small', async () => {
    const { form, contentType } = source([image(40_000)]);
    const { given, seen } = intake();
    await takeForm(form, given, contentType, RULES);
    expect(seen).toMatchObject({ admitted: 0, counted: 0 });
  });

  it('is refused above its bound, and without memory, before it is read', async () => {
    const large = source([image(3 * MEGABYTE)]);
    expect(await codeOf(takeForm(large.form, intake().given, large.contentType, RULES))).toBe('PAYLOAD_TOO_LARGE');
    expect(large.progress.taken).toBe(0);
    const { given, memory } = intake({}, 2 * MEGABYTE);
    addBytes(openLease(memory, 'account'), 1_950_000);
    const form = source([image(MEGABYTE)]);
    expect(await codeOf(takeForm(form.form, given, form.contentType, RULES))).toBe('RATE_LIMIT_EXCEEDED');
  });

  it('frees its memory at once when it is refused, and is not read on', async () => {
    const parts = Array.from({ length: 21 }, (_, at) => ({ name: `f${at}`, content: 'x'.repeat(40_000) }));
    const { form, contentType, progress } = source(parts);
    const { given, memory } = intake();
    expect(await codeOf(takeForm(form, given, contentType, RULES))).toBe('INVALID_REQUEST');
    expect(progress.taken).toBeLessThan(18);
    expect(memory.bytes).toBe(0);
  });

  it('is refused if it ends early, at any byte', async () => {
    for (const cut of [4, 5, 30, 60_000]) {
      const { form, contentType } = source([image(100_000)], false, cut);
      expect(await codeOf(takeForm(form, intake().given, contentType, RULES))).toBe('INVALID_REQUEST');
    }
  });

  it('is ended in favor of an account that uses less if the process is out of memory', async () => {
    const { given, memory } = intake();
    const { contentType } = testForm([]);
    const stalled: BodySource = {
      announcedBytes: 2 * MEGABYTE,
      read: (sink: BodySink) =>
        new Promise((_, reject) => {
          sink.stop = reject;
          void sink.take(Buffer.alloc(2 * MEGABYTE));
        }),
    };
    const refused = codeOf(takeForm(stalled, given, contentType, RULES));
    await new Promise((resolve) => setImmediate(resolve));
    addBytes(openLease(memory, 'other'), 3 * MEGABYTE);
    addBytes(openLease(memory, 'third'), 3.5 * MEGABYTE);
    expect(await refused).toBe('MODEL_AT_CAPACITY');
  });
});
