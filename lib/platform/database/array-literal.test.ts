import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/test-database';
import type { Database } from '../db';
import { arrayLiteral } from './array-literal';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('passes every value to the database unchanged', async () => {
  const texts = [
    'plain',
    'a-b_c.d:e',
    '',
    ' ',
    'null',
    'NULL',
    'a,b',
    '{x}',
    '"quoted"',
    String.raw`back\slash`,
    'ü\n',
    null,
  ];
  const [row] = await database.query(
    'select to_json($1::text[]) as texts, $2::bigint[]::text as amounts, $3::bool[]::text as flags',
    [arrayLiteral(texts), arrayLiteral([1n, -(2n ** 63n), 3, null]), arrayLiteral([true, false, null])],
  );
  expect(row).toEqual({ texts, amounts: '{1,-9223372036854775808,3,NULL}', flags: '{t,f,NULL}' });
});

it('passes an empty array', async () => {
  expect(await database.query('select $1::text[] as texts', [arrayLiteral([])])).toEqual([{ texts: [] }]);
});
