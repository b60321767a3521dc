import { afterAll, beforeAll, expect, it } from 'vitest';
import { describedRoutes } from '@/app/api/described-routes';
import { addToIndex, listIndex, removeFromIndex } from '../admin/search-index/sources';
import { isApiError } from '../core/errors';
import { describeRoutes } from '../openapi/reference/shared';
import type { Database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { searchIndex } from '../web/index/search-index';
import { indexDocumentation } from './keep-index';

let opened: Database;
beforeAll(async () => {
  describeRoutes(() => Promise.resolve(describedRoutes));
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const target = 'documentation';
const search = () => searchIndex({ text: 'embeddings', accountId: '00000000-0000-4000-8000-000000000000', limit: 3 });

it('ends where the service stops', async () => {
  const stopping = new AbortController();
  stopping.abort(new Error('stopping'));
  await expect(indexDocumentation(stopping.signal)).rejects.toThrow('stopping');
  expect(await search()).toEqual([]);
});

it('indexes our documentation at each start, unless the operator has removed it', async () => {
  const { added } = await indexDocumentation();
  expect(added).toBeGreaterThan(5);
  expect(await indexDocumentation()).toMatchObject({ added: 0, unchanged: added, documents: added });
  expect(await search()).not.toEqual([]);

  expect(await removeFromIndex({ target })).toEqual({ target, documents: added });
  expect(await indexDocumentation()).toMatchObject({ added: 0, documents: 0 });
  expect([await search(), await listIndex()]).toEqual([[], { sources: [] }]);
  expect(await removeFromIndex({ target }).catch(isApiError)).toBe(true);

  expect(await addToIndex({ target, pages: 1 })).toEqual({ report: null });
  expect(await indexDocumentation()).toMatchObject({ added, documents: added });
  expect((await listIndex()).sources).toMatchObject([{ target, documents: added }]);
});
