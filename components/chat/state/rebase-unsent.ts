import type { ChatSettings } from '@/lib/client/chat/types';
import type { Unsent } from './actions';

/**
 * A new chat that was changed before the account's defaults had arrived: it has the changes, and the defaults for the rest.
 * @param from what it was changed from
 * @param to the defaults
 */
export function rebaseUnsent(changed: Unsent, from: Unsent, to: Unsent): Unsent {
  const settings: Record<string, unknown> = { ...to.settings };
  for (const name of new Set([...namesOf(changed.settings), ...namesOf(from.settings)])) {
    if (changed.settings[name] === from.settings[name]) continue;
    if (changed.settings[name] === undefined) delete settings[name];
    else settings[name] = changed.settings[name];
  }
  return {
    ...changed,
    modelId: changed.modelId === from.modelId ? to.modelId : changed.modelId,
    settings: settings as ChatSettings,
  };
}

const namesOf = (settings: ChatSettings) => Object.keys(settings) as (keyof ChatSettings)[];
