import { expect, it } from 'vitest';
import { readFile } from './read-file';

const node = (id: string, parent: string | null, role: string | null, parts: unknown[], more: object = {}) => ({
  id,
  parent,
  children: [],
  message:
    role === null
      ? null
      : {
          id,
          author: { role },
          create_time: 1_700_000_000.5,
          content: { content_type: 'text', parts },
          metadata: {},
          ...more,
        },
});
const conversation = (nodes: ReturnType<typeof node>[], more: object = {}) => ({
  title: 'Trip',
  create_time: 1_700_000_000,
  update_time: 1_700_000_100,
  conversation_id: 'c1',
  current_node: 'a2',
  mapping: Object.fromEntries(nodes.map((one) => [one.id, one])),
  ...more,
});

it('reads the messages of a ChatGPT export as a tree, skipping those without text', () => {
  const nodes = [
    node('root', null, null, []),
    node('system', 'root', 'system', ['']),
    node('q', 'system', 'user', ['Where to?', { asset_pointer: 'file' }]),
    node('a1', 'q', 'assistant', ['North.'], { metadata: { model_slug: 'some-model' } }),
    node('tool', 'q', 'tool', ['searching']),
    node('a2', 'tool', 'assistant', ['South.']),
    node('hidden', 'a2', 'user', ['secret'], { metadata: { is_visually_hidden_from_conversation: true } }),
  ];
  const { chats, leftOut } = readFile(JSON.stringify([conversation(nodes, { current_node: 'hidden' })]));
  expect(leftOut).toEqual([]);
  expect(chats).toMatchObject([
    { title: 'Trip', named: true, leafId: 'a2', createdAt: 1_700_000_000_000, updatedAt: 1_700_000_100_000 },
  ]);
  expect(
    chats[0]?.messages.map(({ id, parentId, role, text, modelId }) => [id, parentId, role, text, modelId]),
  ).toEqual([
    ['q', null, 'user', 'Where to?', null],
    ['a1', 'q', 'assistant', 'North.', 'some-model'],
    ['a2', 'q', 'assistant', 'South.', null],
  ]);
});

it('skips what has no text or another format, and says so', () => {
  const { chats, leftOut } = readFile(
    JSON.stringify([conversation([node('r', null, null, [])]), { title: 'Odd', mapping: 3 }]),
  );
  expect(chats).toEqual([]);
  expect(leftOut.map(({ which }) => which)).toEqual(['Chat 1, “Trip”', 'Chat 2, “Odd”']);
  expect(leftOut[0]?.why).toBe('it has no text');
  expect(leftOut[1]?.why).toMatch(/^mapping: /);
});
