import { describe, expect, it } from 'vitest';
import type { TokenUsage } from '../../../core/usage';
import type { Step } from '../dialect';
import type { Fixture } from '../fixture';
import { run, usageOf } from './test-run';

const TEXT: Step = { text: 'Yes' };
const END: Step = { finish: 'stop' };

/** Usage reports. */
export function testUsage(fixture: Fixture): void {
  describe('usage', () => {
    it('counts all tokens of the prompt and of the answer, and only the parts that were reported', async () => {
      const usage = { promptTokens: 31, completionTokens: 7 };
      expect(usageOf((await run(fixture, { steps: [TEXT, END, { usage }] })).parts)).toEqual(usage);
    });

    it('has its parts: cache reads, cache writes, reasoning', async () => {
      const usage: TokenUsage = {
        promptTokens: 100,
        completionTokens: 9,
        ...(fixture.has('cached tokens') && { cachedTokens: 40 }),
        ...(fixture.has('written tokens') && { cacheWriteTokens: 20 }),
        ...(fixture.has('reasoning tokens') && { reasoningTokens: 4 }),
      };
      expect(usageOf((await run(fixture, { steps: [TEXT, END, { usage }] })).parts)).toEqual(usage);
    });

    it('is that of the last report', async () => {
      const early: Step = { usage: { promptTokens: 31, completionTokens: 1 } };
      const late: Step = { usage: { promptTokens: 31, completionTokens: 7 } };
      const { parts } = await run(fixture, { steps: [TEXT, early, TEXT, END, late] });
      expect(usageOf(parts)).toEqual({ promptTokens: 31, completionTokens: 7 });
    });

    if (!fixture.has('no usage')) return;
    it('that was not reported is absent, not zero', async () => {
      const { parts, error } = await run(fixture, { steps: [TEXT, END] });
      expect(error).toBeNull();
      expect(usageOf(parts)).toBeUndefined();
    });
  });
}
