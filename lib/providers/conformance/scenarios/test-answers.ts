import { describe, expect, it } from 'vitest';
import type { FinishReason, TokenLogprob } from '../../../core/chat';
import type { Step } from '../dialect';
import type { Fixture } from '../fixture';
import { gather, run } from './test-run';

const END: Step[] = [{ finish: 'stop' }, { usage: { promptTokens: 10, completionTokens: 2 } }];
const TINY_PIECES = 4_000;

/** Text, choices, reasoning, log probabilities, finish reasons, and the same over a bad connection. */
export function testAnswers(fixture: Fixture): void {
  testText(fixture);
  testMore(fixture);
  testDelivery(fixture);
}

function testText(fixture: Fixture): void {
  describe('an answer', () => {
    it('is text in order, one finish, and usage last', async () => {
      const { parts, error } = await run(fixture, {});
      expect(error).toBeNull();
      expect(gather(parts)).toMatchObject([{ text: 'Hello there', finishes: ['stop'] }]);
      expect(parts.at(-1)).toMatchObject({ type: 'usage', usage: { promptTokens: 10, completionTokens: 2 } });
    });

    it(`arrives ${fixture.way === 'stream' ? 'piece by piece, not as a whole' : 'as a whole'}`, async () => {
      const { parts } = await run(fixture, {});
      const texts = parts.filter((part) => part.type === 'text' && part.text !== '');
      if (fixture.way === 'stream') expect(texts.length).toBeGreaterThan(1);
      else expect(texts).toHaveLength(1);
    });

    it('may have no text', async () => {
      const { parts, error } = await run(fixture, { steps: END });
      expect(error).toBeNull();
      expect(gather(parts)).toMatchObject([{ text: '', finishes: ['stop'] }]);
    });

    it.each<FinishReason>(['stop', 'length', 'content_filter'])('reports the finish reason %s', async (finish) => {
      const { parts } = await run(fixture, { steps: [{ text: 'Well' }, { finish }] });
      expect(gather(parts)).toMatchObject([{ finishes: [finish] }]);
    });

    if (!fixture.has('choices')) return;
    it('may have several choices', async () => {
      const steps: Step[] = [
        { text: 'One', choice: 0 },
        { text: 'Un', choice: 1 },
        { text: ' two', choice: 0 },
        { text: ' deux', choice: 1 },
        { finish: 'stop', choice: 1 },
        { finish: 'length', choice: 0 },
        { usage: { promptTokens: 10, completionTokens: 4 } },
      ];
      const { parts, error } = await run(fixture, { steps }, { choices: 2 });
      expect(error).toBeNull();
      expect(gather(parts)).toMatchObject([
        { text: 'One two', finishes: ['length'] },
        { text: 'Un deux', finishes: ['stop'] },
      ]);
    });
  });
}

function testMore(fixture: Fixture): void {
  describe('in addition to text an answer', () => {
    if (fixture.has('reasoning')) {
      it('has reasoning, kept apart', async () => {
        const { parts } = await run(fixture, {
          steps: [{ reasoning: 'Hm' }, { reasoning: ', so.' }, { text: 'Yes' }, ...END],
        });
        expect(gather(parts)).toMatchObject([{ reasoning: 'Hm, so.', text: 'Yes' }]);
        expect(parts[0]).toMatchObject({ type: 'reasoning' });
      });
    }
    if (fixture.has('signatures')) {
      it('has signatures of its reasoning, and sends them back', async () => {
        const steps: Step[] = [
          { reasoning: 'Hm' },
          { reasoning: '', signature: 'c2lnbmF0dXJl' },
          { text: 'Yes' },
          ...END,
        ];
        const { parts } = await run(fixture, { steps });
        const [choice] = gather(parts);
        const { text = '', reasoning, details = [] } = choice ?? {};
        expect(JSON.stringify(details)).toContain('c2lnbmF0dXJl');
        await run(
          fixture,
          {},
          {
            messages: [
              { role: 'user', content: 'Is it?' },
              { role: 'assistant', content: text, reasoning, reasoningDetails: details },
              { role: 'user', content: 'Sure?' },
            ],
            reasoning: { effort: 'low' },
          },
        );
        expect(JSON.stringify(fixture.upstream().requests.at(-1)?.body)).toContain('c2lnbmF0dXJl');
      });
    }
    if (fixture.has('logprobs')) {
      it('has log probabilities', async () => {
        const logprobs: TokenLogprob[] = [
          { token: 'Y', logprob: -0.25, bytes: [89], top: [{ token: 'N', logprob: -2, bytes: [78] }] },
          { token: 'es', logprob: -0.5, bytes: [101, 115], top: [] },
        ];
        const steps: Step[] = [{ text: 'Yes', logprobs }, ...END];
        const { parts } = await run(fixture, { steps }, { logprobs: { top: 1 } });
        expect(gather(parts)).toMatchObject([{ text: 'Yes', logprobs }]);
      });
    }
  });
}

function testDelivery(fixture: Fixture): void {
  describe('an answer is read', () => {
    it('from characters and frames that are split anywhere', async () => {
      const steps: Step[] = [{ text: 'Grüße ' }, { text: '🙂' }, { text: '你好' }, ...END];
      const { parts, error } = await run(fixture, { steps, bytesAtATime: 1 });
      expect(error).toBeNull();
      expect(gather(parts)).toMatchObject([{ text: 'Grüße 🙂你好', finishes: ['stop'] }]);
    });

    it('while it arrives slowly', async () => {
      const slowly = fixture.way === 'stream' ? { frameDelayMs: 300 } : { bodyDelayMs: 800 };
      const { parts, error } = await run(fixture, slowly, {}, { firstByteMs: 1_000, idleMs: 1_000 });
      expect(error).toBeNull();
      expect(gather(parts)).toMatchObject([{ text: 'Hello there' }]);
    });

    it('from thousands of tiny pieces', async () => {
      const steps: Step[] = [...Array.from({ length: TINY_PIECES }, () => ({ text: 'x' })), ...END];
      const { parts, error } = await run(fixture, { steps });
      expect(error).toBeNull();
      expect(gather(parts)).toMatchObject([{ text: 'x'.repeat(TINY_PIECES) }]);
    });

    it('from one enormous piece', async () => {
      const text = 'long '.repeat(100_000);
      const { parts, error } = await run(fixture, { steps: [{ text }, ...END] }, { maxTokens: 1_000_000 });
      expect(error).toBeNull();
      expect(gather(parts)[0]?.text.length).toBe(text.length);
    });

    if (fixture.contentType !== 'text/event-stream') return;
    it('from lines with CRLF, comments and no space', async () => {
      const { parts, error } = await run(fixture, { oddLines: true });
      expect(error).toBeNull();
      expect(gather(parts)).toMatchObject([{ text: 'Hello there', finishes: ['stop'] }]);
    });
  });
}
