import type { ImageSettings } from '../types';
import { checkSettings } from './check-settings';
import { DEFAULT_IMAGE_SETTINGS } from './default-settings';

const nameOf = (accountId: string): string => `farebox-image-settings-${accountId}`;

/** The settings of an account's last visit in this browser; the defaults if there are none. */
export function readSettings(accountId: string): ImageSettings {
  try {
    return checkSettings(JSON.parse(localStorage.getItem(nameOf(accountId)) ?? 'null'));
  } catch {
    return DEFAULT_IMAGE_SETTINGS;
  }
}

/** Keeps settings for the next visit. */
export function keepSettings(accountId: string, settings: ImageSettings): void {
  try {
    localStorage.setItem(nameOf(accountId), JSON.stringify(settings));
  } catch {
    // Then they last for this visit only.
  }
}

/** Removes what `keepSettings` keeps. */
export function removeSettings(accountId: string): void {
  try {
    localStorage.removeItem(nameOf(accountId));
  } catch {
    // A browser that refuses has stored nothing either.
  }
}
