import { expect, it } from 'vitest';
import { matching } from './matching';

const groups = [
  { title: 'Guides', links: [{ slug: '', title: 'Quickstart', words: 'The base address' }] },
  {
    title: 'Chat',
    links: [
      { slug: 'createChatCompletion', title: 'The next message', method: 'POST', words: '/chat/completions top_p' },
    ],
  },
];
const found = (search: string) => matching(groups, search).flatMap(({ links }) => links.map(({ slug }) => slug));

it('finds endpoints by title, method, path, and field; all terms must match', () => {
  expect(found('')).toEqual(['', 'createChatCompletion']);
  expect(found('post COMPLETIONS')).toEqual(['createChatCompletion']);
  expect(found('top_p')).toEqual(['createChatCompletion']);
  expect(found('top_p address')).toEqual([]);
});
