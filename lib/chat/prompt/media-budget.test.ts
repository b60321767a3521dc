import { expect, it } from 'vitest';
import { installTightPool } from '../../platform/child/test-pool';
import type { Message } from '../request/message';
import { testModel } from '../test-service';
import { resolveMedia } from './media';

it('refuses a file with 429 if the account has used up its time, instead of reporting it as unreadable', async () => {
  installTightPool('extract');
  const messages: Message[] = [
    { role: 'user', content: [{ type: 'file', file: { file_data: 'data:text/html,<p>hello' } }] },
  ];
  const { signal } = new AbortController();
  const resolve = (account: string) =>
    resolveMedia(messages, testModel('one', { abilities: ['vision'] }), { lease: null, account, signal });
  const [part] = Array.isArray(messages[0]?.content) ? messages[0].content : [];
  if (!part) throw new Error('There is no part.');
  expect((await resolve('greedy'))(part)).toMatchObject({ text: expect.stringContaining('hello') as string });
  await expect(resolve('greedy')).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429 });
  expect((await resolve('modest'))(part)).toMatchObject({ text: expect.stringContaining('hello') as string });
});
