import { parse, type PGlite, protocol } from '@electric-sql/pglite';
import type { Statement } from './guard';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

type Prepared = { text: string; parameterTypes: number[]; columns: Messages };

/** A statement with a name. */
export type NamedStatement = Statement & { name: string };

/** Runs a statement that has a name; the caller has the connection to itself. */
export type RunPrepared = (statement: NamedStatement) => Promise<unknown[]>;

/**
 * Statements that the embedded database parses and plans once, as PostgreSQL does with named statements. PGlite itself
 * parses each statement anew and passes it through the protocol in six steps; here it is one, which halves what a short
 * statement costs.
 * @returns what runs a statement; it throws what PGlite's `query` throws, and Error if a name was used for another text
 */
export function prepareOn(engine: PGlite): RunPrepared {
  const known = new Map<string, Prepared>();
  const send = (...messages: Uint8Array[]) => engine.execProtocolStream(Buffer.concat(messages), { syncToFs: false });

  const prepare = async ({ name, text }: NamedStatement): Promise<Prepared> => {
    const messages = await send(
      protocol.serialize.parse({ name, text }),
      protocol.serialize.describe({ type: 'S', name }),
      protocol.serialize.sync(),
    );
    const columns = messages.filter((message) => message.name === 'rowDescription');
    const prepared = { text, parameterTypes: parse.parseDescribeStatementResults(messages), columns };
    known.set(name, prepared);
    return prepared;
  };

  return async (statement) => {
    const { name, text, params, arrays } = statement;
    const prepared = known.get(name) ?? (await prepare(statement));
    if (prepared.text !== text) throw new Error(`The name ${name} belongs to another statement.`);
    const messages = await send(
      protocol.serialize.bind({
        statement: name,
        values: params.map((value, index) => toText(engine, value, prepared.parameterTypes[index])),
      }),
      protocol.serialize.execute({}),
      protocol.serialize.sync(),
    );
    const rowMode = arrays ? 'array' : 'object';
    const [result] = parse.parseResults([...prepared.columns, ...messages], engine.parsers, { rowMode });
    return result?.rows ?? [];
  };
}

/** As PGlite sends it: in PostgreSQL's text form. */
function toText(engine: PGlite, value: unknown, type = 0): string | null {
  if (value === null || value === undefined) return null;
  return engine.serializers[type]?.(value) ?? String(value);
}
