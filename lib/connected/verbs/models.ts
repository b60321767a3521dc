import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Actor, AuditRecord } from '../../audit/record';
import { ApiError, invalidField } from '../../core/errors';
import { isUuid, newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import type { Queryable } from '../../platform/db';
import { changeConnected } from '../change';
import { MAX_MODELS } from '../constants';
import type { AddModels, ChangeModel, StoredModel } from '../contract';
import { assertEditable } from '../credentials';
import { toServedModel } from '../served-model';
import { namesOf, readStored, requireProvider, type Stored, type StoredModelRow } from '../stored';
import { connectedModel } from '../tables';
import { suggestionsOf } from '../upstream/list';
import { type Listing, missingMember, planModel, type PlannedModel } from './plan-model';

/** Models that are converted before others get their turn. */
const PER_SLICE = 20;

/**
 * Serves models of a provider. What is absent is suggested: by the provider's list, and by the price list. All are added,
 * or none. If the list cannot be read, price, context, and abilities of every model have to be given: they would be
 * others than those that were shown.
 * @param options.listing the provider's list if it was just read; it is read if a model needs it
 * @returns the IDs under which they are served
 * @throws ApiError NOT_FOUND; CONFLICT if providers cannot be changed, or there would be too many models; INVALID_REQUEST
 *   naming the model and what is wrong, such as one without a known price
 */
export async function addModels(
  providerId: string,
  { models }: AddModels,
  { actor, signal, listing: known }: { actor: Actor; signal: AbortSignal; listing?: Listing },
): Promise<{ added: string[] }> {
  assertEditable();
  const provider = requireProvider(await readStored(), providerId);
  const needsList = models.some((added) => missingMember(added) !== undefined);
  // Before the change, which others wait for.
  const listing = known ?? (needsList ? await suggestionsOf(provider, signal) : { suggestions: [] });
  const planned: PlannedModel[] = [];
  for (const [index, added] of models.entries()) {
    planned.push(planModel(added, index, { provider, listing }));
    if (planned.length % PER_SLICE === 0) await nextTurn();
  }
  return changeConnected(actor, async (within, before) => {
    requireProvider(before, providerId);
    if (before.models.length + planned.length > MAX_MODELS) {
      throw new ApiError('CONFLICT', `At most ${MAX_MODELS} models can be added. Remove some first.`);
    }
    const names = takenNames(before.models);
    const lastDefault = planned.findLastIndex(({ entry }) => entry.isDefault);
    const audit = lastDefault < 0 ? [] : await unsetDefault(within, before.models, null);
    const nowMs = clock.now();
    const rows = planned.map(({ entry, hasTypedAliases }, index) => {
      const aliases = hasTypedAliases ? entry.aliases : freeAliases(entry, names);
      const added = { ...entry, aliases, isDefault: index === lastDefault };
      assertNames(names, added, ['models', index]);
      const { id, price, upstreams, isDefault } = added;
      names.ids.add(id);
      for (const name of [id, ...aliases]) names.all.add(name);
      audit.push({ action: 'model.add', subject: id, detail: { price, upstreams, isDefault } });
      // Models are listed in the order of their addition.
      return { key: newId(), id, entry: added, createdAt: new Date(nowMs + index), updatedAt: new Date(nowMs) };
    });
    await within.orm.insert(connectedModel).values(rows);
    return { audit, result: { added: planned.map(({ entry }) => entry.id) } };
  });
}

/**
 * Changes a connected model.
 * @param key from its view, or its ID
 * @throws ApiError NOT_FOUND; CONFLICT if providers cannot be changed; INVALID_REQUEST naming what is wrong
 */
export async function changeModel(key: string, change: ChangeModel, actor: Actor): Promise<{ id: string }> {
  return changeConnected(actor, async (within, before) => {
    const row = requireModel(before, key);
    if (row.entry === null) throw new ApiError('CONFLICT', 'This version cannot read this model. Remove it.');
    const next = { ...row.entry, ...change };
    const outcome = toServedModel(next);
    const problem = 'problems' in outcome ? outcome.problems[0] : undefined;
    if (problem) throw invalidField(problem.path, problem.message);
    const unknown = next.upstreams.find(({ provider }) => !before.providers.some(({ id }) => id === provider));
    if (unknown) throw invalidField(['upstreams'], `No connected provider is named "${unknown.provider}"`);
    assertDistinct(next.upstreams);
    const others = before.models.filter((other) => other.key !== row.key);
    assertNames(takenNames(others), next, []);
    const audit = next.isDefault ? await unsetDefault(within, others, row.key) : [];
    await update(within, row.key, next);
    const names = Object.keys(change) as (keyof ChangeModel)[];
    const changed = names.filter((name) => JSON.stringify(row.entry?.[name]) !== JSON.stringify(next[name]));
    const detail = Object.fromEntries(changed.map((name) => [name, { from: row.entry?.[name], to: next[name] }]));
    audit.push({ action: 'model.change', subject: row.id, detail });
    return { audit, result: { id: next.id } };
  });
}

/** Serves a connected model no longer. @param key from its view, or its ID @throws ApiError NOT_FOUND, CONFLICT */
export async function removeModel(key: string, actor: Actor): Promise<{ id: string }> {
  return changeConnected(actor, async ({ orm }, before) => {
    const row = requireModel(before, key);
    await orm.delete(connectedModel).where(eq(connectedModel.key, row.key));
    return { audit: [{ action: 'model.remove', subject: row.id, detail: {} }], result: { id: row.id } };
  });
}

function requireModel({ models }: Stored, key: string): StoredModelRow {
  const wanted = isUuid(key.toLowerCase()) ? key.toLowerCase() : null;
  const found = models.find((row) => (wanted === null ? row.id === key : row.key === wanted));
  if (!found) throw new ApiError('NOT_FOUND', 'No connected model has this ID.');
  return found;
}

/** The names of connected models: their IDs, and these with their aliases. */
type TakenNames = { ids: Set<string>; all: Set<string> };

function takenNames(rows: readonly StoredModelRow[]): TakenNames {
  return { ids: new Set(rows.map(({ id }) => id)), all: namesOf(rows) };
}

function freeAliases({ id, aliases }: StoredModel, taken: TakenNames): string[] {
  return aliases.filter((alias) => alias !== id && !taken.all.has(alias));
}

/** @throws ApiError INVALID_REQUEST if another connected model has the ID or one of the aliases */
function assertNames(taken: TakenNames, { id, aliases }: StoredModel, at: (string | number)[]): void {
  if (taken.ids.has(id)) {
    throw invalidField([...at, 'id'], `"${id}" is already the ID of a connected model; choose another one`);
  }
  if (taken.all.has(id)) throw invalidField([...at, 'id'], `"${id}" is already an alias of a connected model`);
  const repeated = aliases.find(
    (alias, index) => alias === id || taken.all.has(alias) || aliases.indexOf(alias) !== index,
  );
  if (repeated !== undefined) throw invalidField([...at, 'aliases'], `"${repeated}" is already in use`);
}

/** @throws ApiError INVALID_REQUEST if an upstream is listed twice */
function assertDistinct(upstreams: StoredModel['upstreams']): void {
  const keys = upstreams.map(({ provider, name }) => JSON.stringify([provider, name]));
  const at = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (at >= 0) throw invalidField(['upstreams', at], 'Is listed twice');
}

/** One model is the default: the others are not from now on. @returns the changes, for their audit entries */
async function unsetDefault(
  within: Queryable,
  rows: readonly StoredModelRow[],
  except: string | null,
): Promise<AuditRecord[]> {
  const audit: AuditRecord[] = [];
  for (const row of rows) {
    if (row.key === except || row.entry === null || !row.entry.isDefault) continue;
    await update(within, row.key, { ...row.entry, isDefault: false });
    audit.push({ action: 'model.change', subject: row.id, detail: { isDefault: { from: true, to: false } } });
  }
  return audit;
}

async function update({ orm }: Queryable, key: string, entry: StoredModel): Promise<void> {
  await orm
    .update(connectedModel)
    .set({ id: entry.id, entry, updatedAt: new Date(clock.now()) })
    .where(eq(connectedModel.key, key));
}
