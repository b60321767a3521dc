import { describe, expect, it } from 'vitest';
import type { Step } from '../dialect';
import type { Play } from '../scenario-upstream';
import { sleep } from '../serve';
import type { Fixture } from '../fixture';
import { LightController } from '../../../platform/light-controller';
import { callOf, collect, SECRET } from './test-run';
import { flattened } from '../../../core/test-lists';

const LONG: Step[] = Array.from({ length: 10_000 }, () => ({ text: 'x ' }));

/** The caller leaves, in each phase: the upstream must see its connection close. */
export function testLeaving(fixture: Fixture): void {
  const start = (play: Play, signal: AbortSignal) => {
    fixture.upstream().play(play);
    return fixture.chat({ origin: fixture.upstream().origin, secret: SECRET })(callOf({ signal }));
  };
  const asked = async () => {
    while (fixture.upstream().requests.length === 0) await sleep(5);
  };
  describe('a caller who leaves', () => {
    it('before the call causes no request, and gets the reason', async () => {
      const reason = new Error('gone');
      const { parts, error } = await collect(start({}, AbortSignal.abort(reason)));
      expect(parts).toEqual([]);
      expect(error).toBe(reason);
      expect(fixture.upstream().requests).toEqual([]);
    });

    it.each<[string, Play]>([
      ['before the status', { delayMs: 60_000 }],
      ['before the first byte', { bodyDelayMs: 60_000 }],
    ])('%s stops it, and gets the reason', async (_, play) => {
      const leaving = new LightController();
      const reason = new Error('gone');
      const answer = collect(start(play, leaving.signal));
      await asked();
      await sleep(50);
      leaving.abort(reason);
      expect(await answer).toEqual({ parts: [], error: reason });
      expect(await fixture.upstream().left()).toBe(true);
    });

    if (fixture.way === 'whole') return;
    it('in the middle stops it, and gets the reason', async () => {
      const leaving = new LightController();
      const reason = new Error('gone');
      const parts = start({ steps: LONG, frameDelayMs: 5 }, leaving.signal)[Symbol.asyncIterator]();
      expect(await parts.next()).toMatchObject({ done: false });
      leaving.abort(reason);
      const rest = async () => {
        for (;;) if ((await parts.next()).done) return;
      };
      await expect(rest()).rejects.toBe(reason);
      expect(await fixture.upstream().left()).toBe(true);
      expect(fixture.upstream().requests[0]?.framesSent).toBeLessThan(LONG.length / 2);
    });

    it('by leaving the loop stops it', async () => {
      const answer = start({ steps: LONG, frameDelayMs: 5 }, new LightController().signal);
      for await (const part of flattened(answer)) if (part.type === 'text') break;
      expect(await fixture.upstream().left()).toBe(true);
      expect(fixture.upstream().requests[0]?.framesSent).toBeLessThan(LONG.length / 2);
    });
  });
}
