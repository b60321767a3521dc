import { log } from '../platform/log';
import { processState } from '../platform/process-state';
import { NOTHING_CONNECTED, type ConnectedSources } from './merge';

/** A provider that is configured elsewhere: shown, but not changed here. */
export type OtherProvider = {
  id: string;
  source: 'service_file' | 'environment';
  kind: string;
  baseUrl: string | null;
};

/** What this process serves of everything connected, and the other providers beside it. */
export type Active = {
  revision: number;
  problems: ConnectedSources['problems'];
  others: readonly OtherProvider[];
  /** The IDs of the service file's models. */
  fileModels: ReadonlySet<string>;
};

type State = { active: Active; reload: () => Promise<void>; isStale: boolean };

const state = () =>
  processState<State>('connected.active', () => ({
    active: { revision: 0, problems: NOTHING_CONNECTED.problems, others: [], fileModels: new Set() },
    reload: () => Promise.resolve(),
    isStale: false,
  }));

/** What this process serves now. */
export function activeConnected(): Active {
  return state().active;
}

/** Remembers what is served, together with the catalog. */
export function installActive(active: Active): void {
  state().active = active;
}

/**
 * Sets what makes a change effective in this process: the composition root's. Without one, as in the admin command,
 * nothing is served that could change.
 */
export function onConnectedChange(reload: () => Promise<void>): void {
  state().reload = reload;
}

/**
 * Makes a committed change effective in this process. Never throws: the change is saved, and a failed reload is tried
 * again by `isReloadDue`.
 */
export async function announceChange(): Promise<void> {
  try {
    await state().reload();
    state().isStale = false;
  } catch (error) {
    state().isStale = true;
    log.error({ err: error }, 'a change of the providers is saved, but could not be read yet');
  }
}

/** Whether the last reload failed. */
export function isReloadDue(): boolean {
  return state().isStale;
}
