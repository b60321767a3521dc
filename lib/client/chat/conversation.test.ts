import { describe, expect, it } from 'vitest';
import { message } from './answer/fake-answer';
import { byRecency, newestLeaf, pathTo, shortTitle, siblingsOf, titleFrom } from './conversation';
import type { Chat, ChatMessage } from './types';

describe('the tree of messages', () => {
  const rows = [
    message({ id: 'q1', role: 'user', createdAt: 1 }),
    message({ id: 'a1', parentId: 'q1', createdAt: 2 }),
    message({ id: 'a2', parentId: 'q1', createdAt: 3 }),
    message({ id: 'q2', role: 'user', parentId: 'a1', createdAt: 4 }),
    message({ id: 'q1b', role: 'user', createdAt: 5 }),
    message({ id: 'other', chatId: 'd', role: 'user', createdAt: 6 }),
  ];
  const tree = new Map(rows.map((row) => [row.id, row]));
  const ids = (list: ChatMessage[]) => list.map(({ id }) => id);

  it('walks from a leaf to the first message', () => {
    expect(ids(pathTo(tree, 'q2'))).toEqual(['q1', 'a1', 'q2']);
    expect(ids(pathTo(tree, null))).toEqual([]);
    expect(ids(pathTo(tree, 'gone'))).toEqual([]);
  });

  it('survives a cycle and a missing parent', () => {
    const broken = new Map([
      ['x', message({ id: 'x', parentId: 'y' })],
      ['y', message({ id: 'y', parentId: 'x' })],
      ['z', message({ id: 'z', parentId: 'lost' })],
    ]);
    expect(ids(pathTo(broken, 'x'))).toEqual(['y', 'x']);
    expect(ids(pathTo(broken, 'z'))).toEqual(['z']);
  });

  it('lists the versions of a message and finds the end of the newest branch', () => {
    expect(ids(siblingsOf(tree, rows[1] ?? message({})))).toEqual(['a1', 'a2']);
    expect(ids(siblingsOf(tree, rows[0] ?? message({})))).toEqual(['q1', 'q1b']);
    expect(newestLeaf(tree, 'a1')).toBe('q2');
    expect(newestLeaf(tree, 'q1')).toBe('a2');
  });
});

describe('titles and order', () => {
  it('makes a title of one line, cut at a word', () => {
    expect(titleFrom('  What is\n**prepaid** credit?  ')).toBe('What is prepaid credit?');
    expect(titleFrom('```js\nlet a;\n```')).toBe('New chat');
    expect(titleFrom('Explain this ```js\nlet a;')).toBe('Explain this');
    const long = titleFrom(`${'word '.repeat(30)}`);
    expect(long.length).toBeLessThanOrEqual(61);
    expect(long).toMatch(/word…$/);
    expect(titleFrom('x'.repeat(200))).toBe(`${'x'.repeat(60)}…`);
  });

  it('quotes a given title short, without cutting a character in two', () => {
    expect(shortTitle('Prices')).toBe('Prices');
    expect(shortTitle('x'.repeat(300))).toBe(`${'x'.repeat(60)}…`);
    expect(shortTitle('🎫'.repeat(300))).toBe(`${'🎫'.repeat(60)}…`);
  });

  it('sorts by last use', () => {
    const chat = (id: string, updatedAt: number) => ({ id, updatedAt }) as Chat;
    expect(byRecency([chat('a', 1), chat('c', 3), chat('b', 3)]).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  });
});
