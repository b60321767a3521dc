import { eq } from 'drizzle-orm';
import type { Actor, AuditRecord } from '../../audit/record';
import { ApiError, invalidField } from '../../core/errors';
import { isUuid, newId } from '../../core/ids';
import { isPrivateBaseUrl } from '../../models/automatic/decide';
import { suggestModel, type Suggestion } from '../../models/automatic/suggest';
import { ASSUMED_CONTEXT_TOKENS } from '../../models/model';
import { clock } from '../../platform/clock';
import type { Queryable } from '../../platform/db';
import { changeConnected } from '../change';
import { MAX_MODELS, MODEL_ABILITIES } from '../constants';
import type { AddModels, ChangeModel, StoredModel } from '../contract';
import { assertEditable } from '../credentials';
import { toServedModel } from '../served-model';
import { addressOf } from '../service-provider';
import { readStored, requireProvider, type Stored, type StoredModelRow, type StoredProvider } from '../stored';
import { connectedModel } from '../tables';
import { priceTexts, suggestionsOf } from '../upstream/list';

type Added = AddModels['models'][number];
/** A model to add, and whether its aliases were typed: suggested ones give way. */
type Planned = { entry: StoredModel; hasTypedAliases: boolean };

/**
 * Serves models of a provider. What is absent is suggested: by the provider's list, and by the price list. All are added,
 * or none.
 * @returns the IDs under which they are served
 * @throws ApiError NOT_FOUND; CONFLICT if providers cannot be changed, or there would be too many models; INVALID_REQUEST
 *   naming the model and what is wrong, such as one without a known price
 */
export async function addModels(
  providerId: string,
  { models }: AddModels,
  { actor, signal }: { actor: Actor; signal: AbortSignal },
): Promise<{ added: string[] }> {
  assertEditable();
  const provider = requireProvider(await readStored(), providerId);
  // Before the change, which others wait for.
  const found = await suggestionsOf(provider, signal);
  const suggestions = 'problem' in found ? [] : found.suggestions;
  const planned = models.map((added, index) => planModel(added, index, { provider, suggestions }));
  return changeConnected(actor, async (within, before) => {
    requireProvider(before, providerId);
    if (before.models.length + planned.length > MAX_MODELS) {
      throw new ApiError('CONFLICT', `At most ${MAX_MODELS} models can be added. Remove some first.`);
    }
    const known = [...before.models];
    const audit: AuditRecord[] = [];
    for (const [index, { entry, hasTypedAliases }] of planned.entries()) {
      const free = { ...entry, aliases: hasTypedAliases ? entry.aliases : freeAliases(entry, known) };
      assertNames(known, free, ['models', index]);
      if (free.isDefault) audit.push(...(await unsetDefault(within, known, null)));
      const { price, upstreams, isDefault } = free;
      audit.push({ action: 'model.add', subject: free.id, detail: { price, upstreams, isDefault } });
      const row = { key: newId(), id: free.id, entry: free };
      known.push(row);
      const at = new Date(clock.now());
      await within.orm.insert(connectedModel).values({ ...row, createdAt: at, updatedAt: at });
    }
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
    assertNames(others, next, []);
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

/** @throws ApiError INVALID_REQUEST naming the model and what is wrong */
function planModel(
  added: Added,
  index: number,
  { provider, suggestions }: { provider: StoredProvider; suggestions: readonly Suggestion[] },
): Planned {
  const fail = (path: (string | number)[], message: string) => invalidField(['models', index, ...path], message);
  const { upstreamName } = added;
  const address = addressOf({ ...provider, preset: provider.preset ?? 'other' });
  const suggestion =
    suggestions.find((one) => one.upstreamName === upstreamName) ??
    suggestModel({ id: upstreamName }, address, provider.markup);
  const id = added.id ?? suggestion.id;
  if (id === null) throw fail(['id'], `Enter an ID: "${upstreamName}" cannot be one`);
  const price = added.price ?? (suggestion.price && priceTexts(suggestion.price));
  if (price === null) throw fail(['price'], `Enter a price: none is known for "${upstreamName}"`);
  const contextTokens = added.contextTokens ?? suggestion.contextTokens ?? ASSUMED_CONTEXT_TOKENS;
  const entry: StoredModel = {
    id,
    name: added.name ?? suggestion.name,
    class: added.class ?? 'XS',
    privacy: added.privacy ?? (isPrivateBaseUrl(address) ? 'private' : 'anonymized'),
    price,
    contextTokens,
    maxCompletionTokens:
      added.maxCompletionTokens ?? Math.min(suggestion.maxCompletionTokens ?? contextTokens, contextTokens),
    abilities: added.abilities ?? MODEL_ABILITIES.filter((ability) => suggestion.abilities.includes(ability)),
    aliases: added.aliases ?? (isUsefulAlias(upstreamName, id) ? [upstreamName] : []),
    isDefault: added.isDefault ?? false,
    upstreams: [{ provider: provider.id, name: upstreamName }],
  };
  const outcome = toServedModel(entry);
  const problem = 'problems' in outcome ? outcome.problems[0] : undefined;
  if (problem) throw fail(problem.path, problem.message);
  return { entry, hasTypedAliases: added.aliases !== undefined };
}

/** The provider's own name also finds a model, unless that is a path of a file. */
function isUsefulAlias(upstreamName: string, id: string): boolean {
  return upstreamName !== id && !upstreamName.startsWith('/') && /^\S{1,128}$/.test(upstreamName);
}

function freeAliases({ id, aliases }: StoredModel, others: readonly StoredModelRow[]): string[] {
  const taken = namesOf(others);
  return aliases.filter((alias) => alias !== id && !taken.has(alias));
}

/** @throws ApiError INVALID_REQUEST if another connected model has the ID or one of the aliases */
function assertNames(others: readonly StoredModelRow[], { id, aliases }: StoredModel, at: (string | number)[]): void {
  if (others.some((other) => other.id === id)) {
    throw invalidField([...at, 'id'], `"${id}" is already the ID of a connected model; choose another one`);
  }
  const taken = namesOf(others);
  if (taken.has(id)) throw invalidField([...at, 'id'], `"${id}" is already an alias of a connected model`);
  const repeated = aliases.find((alias, index) => alias === id || taken.has(alias) || aliases.indexOf(alias) !== index);
  if (repeated !== undefined) throw invalidField([...at, 'aliases'], `"${repeated}" is already in use`);
}

/** @throws ApiError INVALID_REQUEST if an upstream is listed twice */
function assertDistinct(upstreams: StoredModel['upstreams']): void {
  const keys = upstreams.map(({ provider, name }) => JSON.stringify([provider, name]));
  const at = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (at >= 0) throw invalidField(['upstreams', at], 'Is listed twice');
}

function namesOf(rows: readonly StoredModelRow[]): Set<string> {
  return new Set(rows.flatMap(({ id, entry }) => [id, ...(entry?.aliases ?? [])]));
}

/** One model is the default: the others are not from now on. @returns the changes, for their audit entries */
async function unsetDefault(within: Queryable, rows: StoredModelRow[], except: string | null): Promise<AuditRecord[]> {
  const audit: AuditRecord[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.key === except || row.entry === null || !row.entry.isDefault) continue;
    const entry = { ...row.entry, isDefault: false };
    rows[index] = { ...row, entry };
    await update(within, row.key, entry);
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
