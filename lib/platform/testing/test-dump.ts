import { database, type Queryable } from '../db';

/** For tests: every value of every table of our own, as text, to search for what must not be in it. */
export async function dumpTables(within: Pick<Queryable, 'query'> = database()): Promise<string> {
  const tables = await within.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public'`,
  );
  const rows: { row: string }[] = [];
  for (const { name } of tables)
    rows.push(...(await within.query<{ row: string }>(`select t::text as row from "${name}" t`)));
  return rows.map(({ row }) => row).join('\n');
}
