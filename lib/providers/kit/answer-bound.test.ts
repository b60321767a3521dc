import { describe, expect, it } from 'vitest';
import { answerBound } from './answer-bound';

/** After how many pieces of a length an answer exceeds its limit. */
function piecesUntilPast(maxTokens: number, characters: number): number {
  const bound = answerBound({ maxTokens, choices: 1 });
  for (let pieces = 1; pieces < 1_000_000; pieces += 1) if (bound.addPiece(0, characters)) return pieces;
  return Infinity;
}

describe('answerBound', () => {
  it.each([
    ['a token each', 4],
    ['half a token each', 2],
    ['long words', 12],
  ])('lets an answer of exactly the limit through: %s', (_, characters) => {
    expect(piecesUntilPast(1_000, characters)).toBeGreaterThan(1_000);
  });

  it('stops an answer in ordinary pieces soon after twice the limit', () => {
    expect(piecesUntilPast(1_000, 4)).toBeLessThan(2_100);
  });

  it('stops an answer in very long pieces by its text', () => {
    expect(piecesUntilPast(1_000, 1_000)).toBeLessThan(20);
  });

  it('allows many pieces without text', () => {
    expect(piecesUntilPast(1_000, 0)).toBe(Infinity);
  });

  it('counts each choice on its own, and usage reports for all', () => {
    const bound = answerBound({ maxTokens: 10, choices: 4 });
    for (let at = 0; at < 80; at += 1) for (const choice of [0, 1, 2, 3]) expect(bound.addPiece(choice, 1)).toBe(false);
    expect(bound.isReportPast(40)).toBe(false);
    expect(bound.isReportPast(1_000)).toBe(true);
  });
});
