import { expect, it } from 'vitest';
import { markRendererProcess } from './renderer-process';
import { encodeVisitor, VISITOR_HEADER, visitorOfPage } from './visitor';

markRendererProcess();

it('treats a page without a visitor header as one for a signed-out visitor', async () => {
  expect(await visitorOfPage(new Headers())).toBeNull();
  expect(await visitorOfPage(new Headers({ [VISITOR_HEADER]: '' }))).toBeNull();
});

it('reads the visitor from the header, and fails if the database was unavailable', async () => {
  const visitor = { accountId: 'a', email: null, name: 'Zoë', role: 'owner' as const };
  const read = (passed: Parameters<typeof encodeVisitor>[0]) =>
    visitorOfPage(new Headers({ [VISITOR_HEADER]: encodeVisitor(passed) }));
  expect(await read({ visitor })).toEqual(visitor);
  expect(await read({ visitor: null })).toBeNull();
  await expect(read({})).rejects.toThrow('database');
});
