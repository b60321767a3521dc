import { readSetting, textOfSettings, type SettingsText } from '@/components/chat/settings/settings-fields';
import type { PreferencesChange } from '@/lib/client/chat/preferences/change-preferences';
import type { ChatPreferences } from '@/lib/preferences/contract';

/** The settings that are numbers, in the form's order. */
export const NUMBERS = ['temperature', 'topP', 'maxTokens'] as const;
/** The value for “chosen last”: not a model's ID. */
export const LAST = '';

/** The form's fields as typed. */
export type ChatFormTexts = { instructions: string; modelId: string } & Pick<
  SettingsText,
  'system' | (typeof NUMBERS)[number]
>;

/** The fields of stored preferences. */
export function formOf({ instructions, defaults }: ChatPreferences): ChatFormTexts {
  const { system, temperature, topP, maxTokens } = textOfSettings(defaults.settings);
  return { instructions, modelId: defaults.modelId ?? LAST, system, temperature, topP, maxTokens };
}

/**
 * The change that the user has made: only the fields that differ are written, because another tab may have changed the
 * others since.
 * @param shown the fields before the user changed them
 * @param typed valid fields
 */
export function changeOf(shown: ChatFormTexts, typed: ChatFormTexts): PreferencesChange {
  const differs = (name: keyof ChatFormTexts) => typed[name] !== shown[name];
  const numbers = NUMBERS.filter(differs).map((name) => {
    const read = readSetting(name, typed[name], null);
    return [name, 'value' in read ? read.value : null] as const;
  });
  return (before) => ({
    ...before,
    ...(differs('instructions') && { instructions: typed.instructions.trim() }),
    defaults: {
      modelId: !differs('modelId') ? before.defaults.modelId : typed.modelId === LAST ? null : typed.modelId,
      settings: {
        ...before.defaults.settings,
        ...Object.fromEntries(numbers),
        ...(differs('system') && { system: typed.system.trim() }),
      },
    },
  });
}

/** The fields after a change was stored: those that the user has changed since then stay as typed. */
export function formAfter(typed: ChatFormTexts, saved: ChatFormTexts, stored: ChatPreferences): ChatFormTexts {
  const next = formOf(stored);
  const names = Object.keys(next) as (keyof ChatFormTexts)[];
  for (const name of names) if (typed[name] !== saved[name]) next[name] = typed[name];
  return next;
}
