import type { z } from 'zod';
import { PreferredSettings } from '../../../preferences/contract';
import { DEFAULT_SETTINGS, type ChatSettings } from '../types';

/** The members of settings. All of them can be in a link, saved as a preset, and be an account's defaults. */
const MEMBERS = PreferredSettings.shape satisfies Record<keyof ChatSettings, z.ZodType>;

/** The fragment that has settings. It is not sent to any server. */
const SETTINGS_IN_FRAGMENT = '#settings=';
/** Longer links are cut off by some programs. */
const MAX_LINK_CHARACTERS = 16_000;

/**
 * A link that starts a new chat with these settings.
 * @param origin scheme and host
 * @returns null if the settings are too long for a link
 */
export function settingsLink(settings: ChatSettings, origin: string): string | null {
  const defaults: Record<string, unknown> = DEFAULT_SETTINGS;
  const changed = Object.entries(settings).filter(
    ([name, value]) =>
      Object.hasOwn(MEMBERS, name) && value !== undefined && JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(changed)));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const text = base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const link = `${origin}/chat${SETTINGS_IN_FRAGMENT}${text}`;
  return link.length > MAX_LINK_CHARACTERS ? null : link;
}

/** The settings of a link's fragment; null if there are none, or they are not valid. */
export function readSettingsLink(fragment: string): ChatSettings | null {
  if (!fragment.startsWith(SETTINGS_IN_FRAGMENT) || fragment.length > MAX_LINK_CHARACTERS) return null;
  try {
    const base64 = fragment.slice(SETTINGS_IN_FRAGMENT.length).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const given: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof given !== 'object' || given === null) return null;
    const parsed = PreferredSettings.safeParse({ ...DEFAULT_SETTINGS, ...given });
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
