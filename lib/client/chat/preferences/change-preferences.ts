import type { ChatPreferences, PutPreferences, StoredPreferences } from '../../../preferences/contract';
import { apiFetch } from '../../api';
import { isApiFailure } from '../../failure';
import { PREFERENCES_ADDRESS, readPreferences } from './read-preferences';

/** How often a change is applied again to what another tab has stored meanwhile. */
const MOST_TRIES = 4;

/** A change of the preferences; applied again to the newest ones if they were changed elsewhere meanwhile. */
export type PreferencesChange = (preferences: ChatPreferences) => ChatPreferences;

/**
 * Changes the account's chat preferences.
 * @param known as read last
 * @throws ApiFailure
 */
export async function changePreferences(
  known: StoredPreferences,
  change: PreferencesChange,
): Promise<StoredPreferences> {
  let current = known;
  for (let tries = 1; ; tries += 1) {
    const body: PutPreferences = { revision: current.revision, preferences: change(current.preferences) };
    try {
      return await apiFetch<StoredPreferences>(PREFERENCES_ADDRESS, { method: 'PUT', body });
    } catch (thrown) {
      if (tries === MOST_TRIES || !isApiFailure(thrown) || thrown.status !== 409) throw thrown;
      current = await readPreferences();
    }
  }
}
