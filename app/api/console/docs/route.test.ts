import { expect, it } from 'vitest';
import type { DocsHits } from '@/lib/openapi/contract';
import { GET } from './route';

const find = (query: string) =>
  GET(new Request(`http://localhost:3000/api/console/docs${query}`, { headers: { host: 'localhost:3000' } }));

it('finds endpoints, fields, errors, and guides of this installation', async () => {
  const first = async (q: string) => {
    const response = await find(`?q=${encodeURIComponent(q)}`);
    expect(response.status).toBe(200);
    return ((await response.json()) as DocsHits).data[0];
  };
  expect(await first('top_p')).toMatchObject({ href: '/docs/createChatCompletion#body-top_p', method: 'POST' });
  expect(await first('INSUFFICIENT_BALANCE')).toMatchObject({ title: 'Errors', section: 'INSUFFICIENT_BALANCE' });
  expect((await first('quickstart'))?.href).toBe('/docs');
  expect(await first('zzzzqq')).toBeUndefined();
});

it.each(['', '?q=', '?q=%20', `?q=${'x'.repeat(101)}`, '?q=a&other=1'])('refuses %s', async (query) => {
  expect((await find(query)).status).toBe(400);
});
