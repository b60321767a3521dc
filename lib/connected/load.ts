import { editingState, openCredentials } from './credentials';
import type { OpenedProvider } from './merge';
import { connectionProblems, toServiceProvider } from './service-provider';
import { readStored, type StoredModelRow, type StoredProvider } from './stored';
import { settings } from '../platform/env';

/** Everything that is connected, with credentials decrypted. */
export type Loaded = { revision: number; providers: OpenedProvider[]; models: StoredModelRow[] };

/** Nothing is connected. */
export const NOTHING_LOADED: Loaded = { revision: 0, providers: [], models: [] };

const UNKNOWN_PRESET = 'It was connected by a newer version. Update Farebox, or remove it.';

/** Reads everything that is connected. What cannot be used has its reason instead of its settings. */
export async function loadConnected(): Promise<Loaded> {
  const { revision, providers, models } = await readStored();
  return { revision, providers: await Promise.all(providers.map(openProvider)), models };
}

async function openProvider({
  id,
  preset,
  baseUrl,
  region,
  sealedCredentials,
  enabled,
}: StoredProvider): Promise<OpenedProvider> {
  const unusable = (problem: string): OpenedProvider => ({ id, enabled, service: null, problem });
  if (settings().localChains) return unusable(editingState().reason ?? '');
  if (preset === null) return unusable(UNKNOWN_PRESET);
  const opened = await openCredentials(id, sealedCredentials);
  if ('problem' in opened) return unusable(opened.problem);
  const connection = { id, preset, baseUrl, region, credentials: opened.credentials };
  const service = toServiceProvider(connection);
  if (service !== null) return { id, enabled, service, problem: null };
  return unusable(`${connectionProblems(connection)[0]?.message ?? 'It is incomplete'}.`);
}
