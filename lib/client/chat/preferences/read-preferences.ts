import type { StoredPreferences } from '../../../preferences/contract';
import { apiFetch } from '../../api';

/** Where the preferences are read and written. */
export const PREFERENCES_ADDRESS = '/api/console/chat-preferences';

/** The account's chat preferences. Throws `ApiFailure`. */
export function readPreferences(signal?: AbortSignal): Promise<StoredPreferences> {
  return apiFetch<StoredPreferences>(PREFERENCES_ADDRESS, signal ? { signal } : {});
}
