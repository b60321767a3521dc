/** What a database consists of, each thing as one line, sorted. Comments and white space of functions are left out. */
export async function describeSchema(run: (text: string) => Promise<Record<string, unknown>[]>): Promise<string[]> {
  const rows = await run(SCHEMA);
  return rows.map(({ line }) => String(line).replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')).sort();
}

/**
 * Not-null constraints are compared as properties of their columns: from PostgreSQL 18 on they also have names, which
 * keep the first name of a column that was renamed.
 */
const SCHEMA = `
  with own as (select * from pg_class where relnamespace = 'public'::regnamespace)
  select concat_ws(' ', 'relation', relkind::text, relname, relpersistence::text, relrowsecurity, reloptions, relacl) as line
    from own
  union all
  select concat_ws(' ', 'column', c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      'default', pg_get_expr(d.adbin, d.adrelid), a.attidentity::text, a.attgenerated::text, a.attcollation, a.attstorage::text,
      a.attcompression::text)
    from own c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attnum > 0 and c.relkind <> 'i'
  union all
  select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), i.indisprimary, i.indisvalid)
    from own c join pg_index i on i.indexrelid = c.oid
  union all
  select concat_ws(' ', 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated)
    from own c join pg_constraint k on k.conrelid = c.oid where k.contype <> 'n'
  union all
  select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid)) from own c join pg_trigger t on t.tgrelid = c.oid
    where not t.tgisinternal
  union all
  select concat_ws(' ', 'function', pg_get_functiondef(p.oid), p.proacl) from pg_proc p
    where p.pronamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', 'type', t.typname, t.typtype::text) from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype <> 'c' and t.typcategory <> 'A'`;
