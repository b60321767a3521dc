import { describe, expect, it } from 'vitest';
import { makeWorkTurns } from './work-turns';

const PIECE = 32_768;

/** Turns with a fake clock: each turn of the event loop lasts as long as its work, 1 ms per piece. */
function scripted() {
  let nowMs = 0;
  const dueAt: { atMs: number; next: () => void }[] = [];
  const turns = makeWorkTurns({
    now: () => nowMs,
    schedule: (next, afterMs) => void dueAt.push({ atMs: nowMs + afterMs, next }),
  });
  const handled: { name: string; atMs: number }[] = [];
  const handle = (name: string): void => {
    handled.push({ name, atMs: nowMs });
    nowMs += 1;
  };
  return {
    turns,
    handled,
    names: () => handled.map(({ name }) => name),
    /** Asks for one piece. */
    ask: (account: string, name = account): void => {
      const turn = turns.take(account, PIECE);
      if (turn === undefined) handle(name);
      else void turn.then(() => handle(name));
    },
    /** Lets turns of the event loop pass. */
    pass: async (count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1) {
        const due = dueAt.sort((one, other) => one.atMs - other.atMs).shift();
        if (due === undefined) return;
        nowMs = Math.max(nowMs, due.atMs);
        due.next();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    sleep: (milliseconds: number): void => void (nowMs += milliseconds),
    now: () => nowMs,
  };
}

describe('turns on the event loop', () => {
  it('are taken at once until a turn is full, and then in order', async () => {
    const { ask, names, pass } = scripted();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask('a', name);
    expect(names()).toEqual(['a1', 'a2']);
    await pass(1);
    expect(names()).toEqual(['a1', 'a2', 'a3', 'a4']);
    await pass(1);
    expect(names()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('alternate between accounts, however much each has waiting', async () => {
    const { ask, names, pass } = scripted();
    for (let at = 0; at < 20; at += 1) ask('a');
    ask('b');
    ask('c');
    await pass(2);
    expect(names().slice(2)).toEqual(['a', 'b', 'c', 'a']);
  });

  it('go to a light account before everything that a heavy one has waiting', async () => {
    const { ask, names, pass } = scripted();
    for (let at = 0; at < 400; at += 1) ask('heavy');
    await pass(20);
    const before = names().length;
    ask('light');
    await pass(1);
    expect(names().slice(before)).toContain('light');
  });

  it('give a heavy account all of the time while no other is active', async () => {
    const { ask, handled, pass, now } = scripted();
    for (let at = 0; at < 200; at += 1) ask('heavy');
    await pass(1_000);
    expect(handled).toHaveLength(200);
    expect(now()).toBeLessThan(210);
  });

  it('give a heavy account a quarter of the time while others are active, however little they ask', async () => {
    const { turns, ask, handled, pass, now } = scripted();
    for (let at = 0; at < 400; at += 1) ask('heavy');
    await pass(40);
    const before = handled.length;
    const beganAtMs = now();
    while (now() - beganAtMs < 300) {
      turns.note('light');
      await pass(1);
    }
    const share = (handled.length - before) / (now() - beganAtMs);
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.3);
  });

  it('also go to a heavy account while light ones always have something waiting', async () => {
    const { ask, names, pass, now } = scripted();
    for (let at = 0; at < 400; at += 1) ask('heavy');
    await pass(30);
    const before = { handled: names().length, atMs: now() };
    for (let at = 0; at < 300; at += 1) {
      for (let each = 0; each < 3; each += 1) ask(`light ${at} ${each}`);
      await pass(1);
    }
    const heavy = names()
      .slice(before.handled)
      .filter((name) => name === 'heavy');
    expect(heavy.length / (now() - before.atMs)).toBeGreaterThan(0.15);
  });

  it('pause heavy work even if the last active account has become heavy meanwhile', async () => {
    const { ask, names, pass } = scripted();
    for (let at = 0; at < 400; at += 1) ask('heavy');
    await pass(30);
    for (let at = 0; at < 40; at += 1) ask('also heavy');
    for (let at = 0; at < 20; at += 1) ask(`light ${at}`);
    const before = names().length;
    await pass(20);
    const light = names()
      .slice(before)
      .filter((name) => name.startsWith('light'));
    expect(light).toHaveLength(20);
  });

  it('count a minimum for each piece, however short it is', async () => {
    const { turns, pass } = scripted();
    const taken = Array.from({ length: 100 }, () => turns.take('a', 1));
    expect(taken.filter((turn) => turn === undefined)).toHaveLength(64);
    await pass(1);
    for (const turn of taken) await turn;
  });

  it('forget what an account has handled once it has been idle', async () => {
    const { ask, names, pass, sleep } = scripted();
    for (let at = 0; at < 100; at += 1) ask('once heavy');
    await pass(1_000);
    sleep(1_000);
    ask('other');
    ask('once heavy');
    expect(names().slice(-2)).toEqual(['other', 'once heavy']);
  });

  it('wake a light account at once while a heavy one waits out its pause', async () => {
    const { ask, names, pass } = scripted();
    for (let at = 0; at < 400; at += 1) ask('heavy');
    await pass(30);
    ask('light 1');
    await pass(6);
    for (const name of ['light 2', 'light 3', 'light 4', 'light 5']) ask(name);
    await pass(3);
    expect(names()).toEqual(expect.arrayContaining(['light 2', 'light 3', 'light 4', 'light 5']));
  });
});
