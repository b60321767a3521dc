import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type ChatSettings } from '../types';
import { readSettingsLink, settingsLink } from './settings-link';

const settings: ChatSettings = {
  ...DEFAULT_SETTINGS,
  system: 'Antworte kurz – „ja“ oder „nein“. 🙂',
  temperature: 0,
  stop: ['END'],
  tools: [{ name: 'f', description: '', parameters: '' }],
  webSearch: 'auto',
};

const fragmentOf = (link: string | null) => new URL(link ?? '').hash;

it('has the settings in the fragment, which no server sees, and only what differs from the defaults', () => {
  const link = settingsLink(settings, 'https://example.com');
  expect(link).toMatch(/^https:\/\/example\.com\/chat#settings=[\w-]+$/);
  expect(readSettingsLink(fragmentOf(link))).toEqual(settings);
  expect(settingsLink(DEFAULT_SETTINGS, 'https://example.com')).toBe('https://example.com/chat#settings=e30');
  expect(readSettingsLink('#settings=e30')).toEqual(DEFAULT_SETTINGS);
});

it('is refused if it is too long', () => {
  expect(settingsLink({ ...DEFAULT_SETTINGS, system: 'a'.repeat(12_000) }, 'https://example.com')).toBeNull();
});

it('is not read if it is damaged, or has something else in it', () => {
  const of = (value: unknown) => `#settings=${btoa(JSON.stringify(value))}`;
  for (const fragment of ['', '#settings=', '#settings=%%', '#other=e30', of(null), of([1]), of({ temperature: 9 })])
    expect(readSettingsLink(fragment)).toBeNull();
  expect(readSettingsLink(of({ unknown: 1 }))).toBeNull();
});
