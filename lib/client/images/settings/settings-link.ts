import type { ImageSettings } from '../types';
import { checkSettings } from './check-settings';
import { DEFAULT_IMAGE_SETTINGS } from './default-settings';

/** Marks a URL's fragment as settings, so that no other fragment is read as such. */
const MARK = 'settings';
const NAMES = Object.keys(DEFAULT_IMAGE_SETTINGS) as (keyof ImageSettings)[];

/**
 * Settings as the fragment of a URL, beginning with `#`: the part that browsers do not send to servers. Defaults are
 * left out.
 */
export function settingsLink(settings: ImageSettings): string {
  const params = new URLSearchParams([[MARK, '1']]);
  for (const name of NAMES) {
    if (settings[name] !== DEFAULT_IMAGE_SETTINGS[name]) params.set(name, JSON.stringify(settings[name]));
  }
  return `#${params.toString()}`;
}

/** The settings of a link. */
export type LinkedSettings = {
  settings: ImageSettings;
  /** The members whose values in the link could not be used as they were. */
  changed: (keyof ImageSettings)[];
};

/** The settings in a URL's fragment, whoever wrote it; null if it has none. */
export function settingsOfLink(fragment: string): LinkedSettings | null {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  if (!params.has(MARK)) return null;
  const given = Object.fromEntries(NAMES.map((name) => [name, parse(params.get(name))]));
  const settings = checkSettings(given);
  return { settings, changed: NAMES.filter((name) => params.has(name) && given[name] !== settings[name]) };
}

function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
