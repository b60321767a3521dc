import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { ApiError } from '../core/errors';
import { database, type Queryable } from '../platform/db';
import { processState } from '../platform/process-state';
import { PRESET_IDS, type PresetId } from './constants';
import { StoredModel } from './contract';
import { connectedModel, connectedProvider, connectedRevision } from './tables';

/** A provider as stored, with its credentials still encrypted. */
export type StoredProvider = {
  id: string;
  /** Null for one of a newer version. */
  preset: PresetId | null;
  baseUrl: string | null;
  region: string | null;
  markup: string;
  sealedCredentials: string | null;
  enabled: boolean;
  updatedAt: Date;
};

/** A model as stored; `entry` is null if this version cannot read it. */
export type StoredModelRow = { key: string; id: string; entry: StoredModel | null };

/** Everything that is connected, as of a revision: what is newer than that may be in it, never what is older. */
export type Stored = { revision: number; providers: StoredProvider[]; models: StoredModelRow[] };

/** Everything that is connected, the oldest first. */
export async function readStored(within: Queryable = database()): Promise<Stored> {
  // Read first: a change in between is then seen as one more revision, and read again.
  const revision = await readRevision(within);
  const providers = await within.orm
    .select()
    .from(connectedProvider)
    .orderBy(connectedProvider.createdAt, connectedProvider.id);
  const models = await within.orm
    .select({ key: connectedModel.key, id: connectedModel.id, text: sql<string>`${connectedModel.entry}::text` })
    .from(connectedModel)
    .orderBy(connectedModel.createdAt, connectedModel.id);
  return {
    revision,
    providers: providers.map(({ createdAt: _created, preset, ...row }) => ({ ...row, preset: presetOf(preset) })),
    models: await readModels(models),
  };
}

/** A row as it is in the database, and what was read of it. */
type ReadRow = { text: string; row: StoredModelRow };
const lastRead = () => processState<{ rows: Map<string, ReadRow> }>('connected.rows', () => ({ rows: new Map() }));

/** Rows that this call has to parse before others get their turn. */
const PER_SLICE = 50;

/** Reads rows; those that have not changed since they were last read are the same objects, which nobody changes. */
async function readModels(models: readonly { key: string; id: string; text: string }[]): Promise<StoredModelRow[]> {
  const before = lastRead().rows;
  const rows = new Map<string, ReadRow>();
  let parsed = 0;
  // The embedded database has just run in this thread.
  if (models.length > PER_SLICE) await nextTurn();
  for (const { key, id, text } of models) {
    const known = before.get(key);
    if (known?.text === text && known.row.id === id) {
      rows.set(key, known);
      continue;
    }
    rows.set(key, { text, row: { key, id, entry: parseEntry(text, id) } });
    parsed += 1;
    if (parsed % PER_SLICE === 0) await nextTurn();
  }
  lastRead().rows = rows;
  return [...rows.values()].map(({ row }) => row);
}

function parseEntry(text: string, id: string): StoredModel | null {
  const entry: unknown = JSON.parse(text);
  return StoredModel.safeParse({ ...(typeof entry === 'object' ? entry : {}), id }).data ?? null;
}

/** The number of the last change; 0 before the first one. */
export async function readRevision(within: Queryable = database()): Promise<number> {
  const [row] = await within.orm.select().from(connectedRevision).where(eq(connectedRevision.id, 1));
  return row?.revision ?? 0;
}

/** A connected provider. @throws ApiError NOT_FOUND */
export function requireProvider({ providers }: Pick<Stored, 'providers'>, id: string): StoredProvider {
  const found = providers.find((provider) => provider.id === id);
  if (!found) throw new ApiError('NOT_FOUND', 'No connected provider has this name.');
  return found;
}

/** Every ID and alias of models. */
export function namesOf(rows: readonly StoredModelRow[]): Set<string> {
  return new Set(rows.flatMap(({ id, entry }) => [id, ...(entry?.aliases ?? [])]));
}

function presetOf(text: string): PresetId | null {
  return PRESET_IDS.find((id) => id === text) ?? null;
}
