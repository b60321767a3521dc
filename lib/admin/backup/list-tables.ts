import type { Queryable } from '../../platform/db';

/** A column; `required`: a row without it is refused. */
export type Column = { name: string; required: boolean };

/** A table of the open database. */
export type Table = { name: string; columns: Column[] };

type ColumnRow = { table_name: string; column_name: string; required: boolean };
type Reference = { child: string; parent: string };

/**
 * Every table of the database, read from its catalog so that none is forgotten, ordered by foreign keys: referenced
 * tables come first.
 * @throws Error if tables have circular references: rows could then not be inserted table by table
 */
export async function listTables(tx: Queryable): Promise<Table[]> {
  const tables = new Map<string, Table>();
  for (const row of await tx.query<ColumnRow>(COLUMNS)) {
    const table = tables.get(row.table_name) ?? { name: row.table_name, columns: [] };
    tables.set(table.name, table);
    table.columns.push({ name: row.column_name, required: row.required });
  }
  return parentsFirst([...tables.values()], await tx.query<Reference>(REFERENCES));
}

const COLUMNS = `
  select c.table_name::text as table_name, c.column_name::text as column_name,
    c.is_nullable = 'NO' and c.column_default is null as required
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
  order by c.table_name, c.ordinal_position`;

const REFERENCES = `
  select distinct child.relname::text as child, parent.relname::text as parent
  from pg_constraint f join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
  where f.contype = 'f' and child.relnamespace = current_schema()::regnamespace`;

function parentsFirst(tables: Table[], references: Reference[]): Table[] {
  const ordered: Table[] = [];
  let remaining = tables;
  while (remaining.length > 0) {
    const names = new Set(remaining.map(({ name }) => name));
    const waiting = new Set(references.filter(({ parent }) => names.has(parent)).map(({ child }) => child));
    const next = remaining.filter(({ name }) => !waiting.has(name));
    if (next.length === 0) throw new Error(`These tables have circular references: ${[...names].join(', ')}.`);
    ordered.push(...next);
    remaining = remaining.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** A name as an SQL identifier. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
