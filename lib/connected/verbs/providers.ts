import { eq } from 'drizzle-orm';
import type { Actor } from '../../audit/record';
import { ApiError, invalidField } from '../../core/errors';
import { EMBEDDED_PROVIDER } from '../../models/model';
import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import { changeConnected } from '../change';
import { MAX_PROVIDERS } from '../constants';
import type { AddProvider, ChangeProvider } from '../contract';
import { assertEditable, openCredentials, sealCredentials } from '../credentials';
import { addressOf, addressToStore, type Connection, connectionProblems } from '../service-provider';
import { requireProvider, type StoredProvider } from '../stored';
import { connectedModel, connectedProvider } from '../tables';

/**
 * Connects a provider. It serves nothing until models of it are added.
 * @throws ApiError CONFLICT if the name is taken or providers cannot be changed; INVALID_REQUEST naming what is missing
 */
export async function addProvider(input: AddProvider, actor: Actor): Promise<{ id: string }> {
  assertEditable();
  const { id, preset, credentials = null, region = null } = input;
  const baseUrl = addressToStore(preset, input.baseUrl);
  assertConnection({ id, preset, baseUrl, region, credentials });
  if (id === EMBEDDED_PROVIDER) throw invalidField(['id'], 'Must not be that of the embedded models');
  const sealedCredentials = credentials === null ? null : await sealCredentials(id, credentials);
  const markup = input.markup ?? settings().priceMarkup;
  return changeConnected(actor, async ({ orm }, { providers }) => {
    if (providers.some((other) => other.id === id)) {
      throw new ApiError('CONFLICT', `A provider named "${id}" is already connected. Choose another name.`);
    }
    if (providers.length >= MAX_PROVIDERS) {
      throw new ApiError('CONFLICT', `At most ${MAX_PROVIDERS} providers can be connected. Remove one first.`);
    }
    const at = new Date(clock.now());
    const row = { id, preset, baseUrl, region, markup, sealedCredentials, enabled: true };
    await orm.insert(connectedProvider).values({ ...row, createdAt: at, updatedAt: at });
    const detail = { preset, baseUrl, region, markup, credentials: credentials === null ? 'none' : 'set' };
    return { audit: [{ action: 'provider.add', subject: id, detail }], result: { id } };
  });
}

/**
 * Changes, disables, or enables a provider. Stored credentials are never sent to another server (scheme, host, and port)
 * than the one that they were entered for: for another one, they have to be entered again.
 * @throws ApiError NOT_FOUND; CONFLICT if providers cannot be changed; INVALID_REQUEST naming what is wrong
 */
export async function changeProvider(id: string, change: ChangeProvider, actor: Actor): Promise<{ id: string }> {
  const sealed = change.credentials ? await sealIfEditable(id, change.credentials) : undefined;
  return changeConnected(actor, async ({ orm }, before) => {
    const stored = requireProvider(before, id);
    const { preset } = stored;
    if (preset === null) throw new ApiError('CONFLICT', 'This provider was connected by a newer version.');
    const next = {
      baseUrl: addressToStore(preset, change.baseUrl === undefined ? stored.baseUrl : change.baseUrl),
      region: change.region === undefined ? stored.region : change.region,
      markup: change.markup ?? stored.markup,
      enabled: change.enabled ?? stored.enabled,
      sealedCredentials: change.credentials === null ? null : (sealed ?? stored.sealedCredentials),
    };
    assertOwnAddress(stored, { ...next, preset }, change.credentials !== undefined);
    if (touchesConnection(change)) {
      assertConnection({ id, preset, ...next, credentials: await credentialsAfter(stored, change) });
    }
    await orm
      .update(connectedProvider)
      .set({ ...next, updatedAt: new Date(clock.now()) })
      .where(eq(connectedProvider.id, id));
    return {
      audit: [{ action: 'provider.change', subject: id, detail: detailOf(stored, next, change) }],
      result: { id },
    };
  });
}

/**
 * Removes a provider, its credentials, and the models that only it serves.
 * @returns the IDs of the removed models
 * @throws ApiError NOT_FOUND; CONFLICT if providers cannot be changed
 */
export async function removeProvider(id: string, actor: Actor): Promise<{ id: string; removedModels: string[] }> {
  return changeConnected(actor, async ({ orm }, before) => {
    requireProvider(before, id);
    const removedModels: string[] = [];
    const changedModels: string[] = [];
    for (const { key, id: model, entry } of before.models) {
      if (entry === null || !entry.upstreams.some(({ provider }) => provider === id)) continue;
      const upstreams = entry.upstreams.filter(({ provider }) => provider !== id);
      if (upstreams.length === 0) {
        removedModels.push(model);
        await orm.delete(connectedModel).where(eq(connectedModel.key, key));
      } else {
        changedModels.push(model);
        await orm
          .update(connectedModel)
          .set({ entry: { ...entry, upstreams }, updatedAt: new Date(clock.now()) })
          .where(eq(connectedModel.key, key));
      }
    }
    await orm.delete(connectedProvider).where(eq(connectedProvider.id, id));
    return {
      audit: [{ action: 'provider.remove', subject: id, detail: { removedModels, changedModels } }],
      result: { id, removedModels },
    };
  });
}

/** @throws ApiError INVALID_REQUEST naming what is missing */
export function assertConnection(connection: Connection): void {
  const [problem] = connectionProblems(connection);
  if (problem) throw invalidField([problem.field], problem.message);
}

type Address = Pick<StoredProvider, 'preset' | 'baseUrl' | 'region'>;

/**
 * Keeps stored credentials at the server (scheme, host, and port) that they were entered for.
 * @throws ApiError INVALID_REQUEST
 */
export function assertOwnAddress(
  stored: Address & Pick<StoredProvider, 'sealedCredentials'>,
  next: Address,
  hasCredentials: boolean,
): void {
  if (hasCredentials || stored.sealedCredentials === null) return;
  if (stored.preset !== next.preset || originOf(stored) !== originOf(next))
    throw invalidField(['credentials'], 'Enter the key again: it is never sent to another server');
}

async function sealIfEditable(id: string, credentials: NonNullable<ChangeProvider['credentials']>): Promise<string> {
  assertEditable();
  return sealCredentials(id, credentials);
}

function touchesConnection({ baseUrl, region, credentials }: ChangeProvider): boolean {
  return baseUrl !== undefined || region !== undefined || credentials !== undefined;
}

async function credentialsAfter(
  stored: StoredProvider,
  { credentials }: ChangeProvider,
): Promise<Connection['credentials']> {
  if (credentials !== undefined) return credentials;
  const opened = await openCredentials(stored.id, stored.sealedCredentials);
  if ('problem' in opened) throw invalidField(['credentials'], opened.problem);
  return opened.credentials;
}

/** The server that a provider is called at, also a vendor's own; null for one of a newer version. */
function originOf({ preset, baseUrl, region }: Address): string | null {
  return preset === null ? null : new URL(addressOf({ preset, baseUrl, region })).origin;
}

type Settable = Pick<StoredProvider, 'baseUrl' | 'region' | 'markup' | 'enabled'>;

/** Old and new values of what has changed; of credentials, only that they were. */
function detailOf(before: Settable, after: Settable, { credentials }: ChangeProvider): Record<string, unknown> {
  const names = ['baseUrl', 'region', 'markup', 'enabled'] as const;
  const changed = names.filter((name) => before[name] !== after[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }])),
    ...(credentials !== undefined && { credentials: credentials === null ? 'removed' : 'replaced' }),
  };
}
