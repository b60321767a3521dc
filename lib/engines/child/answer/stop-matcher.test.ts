import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStopMatcher } from './stop-matcher';

/** The output of the matcher for the pieces of a text. */
function run(pieces: string[], stops: string[]): { text: string; stopped: boolean } {
  const matcher = createStopMatcher(stops);
  let text = '';
  for (const piece of pieces) {
    const passed = matcher.push(piece);
    text += passed.text;
    if (passed.stop !== null) return { text, stopped: true };
  }
  return { text: text + matcher.end(), stopped: false };
}

describe('stop matcher', () => {
  it('finds a stop across pieces and emits none of it', () => {
    expect(run(['one ST', 'O', 'P two'], ['STOP'])).toEqual({ text: 'one ', stopped: true });
  });

  it('releases text that only began like a stop', () => {
    expect(run(['a ST', 'ART b', ' ST'], ['STOP'])).toEqual({ text: 'a START b ST', stopped: false });
  });

  it('uses the earliest of several stops', () => {
    expect(run(['x.', 'y!'], ['!', '.'])).toEqual({ text: 'x', stopped: true });
  });

  it('ignores an empty stop', () => {
    expect(run(['text'], [''])).toEqual({ text: 'text', stopped: false });
  });

  it('cuts like a search in the whole text, however the text is split', () => {
    const letters = (max: number) => fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: max });
    fc.assert(
      fc.property(fc.array(letters(4), { maxLength: 12 }), fc.array(letters(3), { maxLength: 4 }), (pieces, stops) => {
        const whole = pieces.join('');
        const found = stops.map((stop) => whole.indexOf(stop)).filter((at) => at >= 0);
        // A later piece cannot undo a match, so the first match in the stream may only be further right if two stops
        // overlap.
        const { text, stopped } = run(pieces, stops);
        expect(stopped).toBe(found.length > 0);
        expect(whole.startsWith(text)).toBe(true);
        for (const stop of stops) expect(text.includes(stop)).toBe(false);
        if (!stopped) expect(text).toBe(whole);
      }),
    );
  });
});
