import { describe, expect, it } from 'vitest';
import { createSequencePool } from './sequence-pool';

type Remembering = {
  name: string;
  tokens: number[];
  compareContextTokens(tokens: number[]): { firstDifferentIndex: number };
};

function sequence(name: string, tokens: number[] = []): Remembering {
  return {
    name,
    tokens,
    compareContextTokens: (prompt) => {
      const first = tokens.findIndex((token, index) => token !== prompt[index]);
      return { firstDifferentIndex: first < 0 ? tokens.length : first };
    },
  };
}

const never = new AbortController().signal;

describe('sequence pool', () => {
  it('lends the sequence that remembers most of the prompt', async () => {
    const pool = createSequencePool<number, Remembering>([sequence('a', [1, 9]), sequence('b', [1, 2, 3])], 0);
    expect((await pool.acquire([1, 2, 3, 4], never)).name).toBe('b');
    expect((await pool.acquire([1, 2, 3, 4], never)).name).toBe('a');
  });

  it('forgets the least recently used prompt', async () => {
    const pool = createSequencePool<number, Remembering>([sequence('a'), sequence('b')], 0);
    const first = await pool.acquire([1], never);
    pool.release(first);
    expect((await pool.acquire([1], never)).name).not.toBe(first.name);
  });

  it('serves waiting callers in order and refuses one too many', async () => {
    const pool = createSequencePool<number, Remembering>([sequence('a')], 2);
    const held = await pool.acquire([1], never);
    const order: string[] = [];
    const waiting = ['second', 'third'].map(async (name) => {
      const taken = await pool.acquire([1], never);
      order.push(name);
      pool.release(taken);
    });
    const refused = pool.acquire([1], never);
    await expect(refused).rejects.toMatchObject({
      code: 'MODEL_AT_CAPACITY',
      status: 503,
      options: { retryAfterSeconds: 5 },
    });
    pool.release(held);
    await Promise.all(waiting);
    expect(order).toEqual(['second', 'third']);
  });

  it('forgets callers who leave the queue', async () => {
    const pool = createSequencePool<number, Remembering>([sequence('a')], 1);
    const held = await pool.acquire([1], never);
    const leaver = new AbortController();
    const left = pool.acquire([1], leaver.signal);
    leaver.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const next = pool.acquire([1], never);
    pool.release(held);
    expect((await next).name).toBe('a');
  });
});
