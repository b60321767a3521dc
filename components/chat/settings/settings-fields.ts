import type { ChatSettings } from '@/lib/client/chat/types';

/** The settings that are edited in a single text field. */
export type FieldName = Exclude<keyof ChatSettings, 'schema' | 'tools' | 'thinking' | 'webSearch' | 'readLinks'>;

/** The settings as typed. */
export type SettingsText = Record<FieldName, string>;

/** The server's limits (`lib/chat/contract.ts`). */
const MAX_STOPS = 4;

/** A parsed field: its value, or what would be valid. */
type Parsed<T> = { value: T } | { error: string };

/** Parses each setting; an empty field leaves it to the model. */
const READERS: { [K in FieldName]: (text: string, maxTokens: number | null) => Parsed<ChatSettings[K]> } = {
  system: (text) => ({ value: text }),
  temperature: (text) => readNumber(text, { least: 0, most: 2, whole: false }),
  topP: (text) => readNumber(text, { least: 0, most: 1, whole: false }),
  maxTokens: (text, most) => readNumber(text, { least: 1, most: most ?? Number.MAX_SAFE_INTEGER, whole: true }),
  seed: (text) => readNumber(text, { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true }),
  stop: (text) => {
    const stops = text.split('\n').filter((line) => line !== '');
    return stops.length > MAX_STOPS ? { error: `Must be at most ${MAX_STOPS} lines.` } : { value: stops };
  },
};

/**
 * Parses one field.
 * @param maxTokens the maximum output of the chosen model; null if unknown
 */
export function readSetting<K extends FieldName>(
  name: K,
  text: string,
  maxTokens: number | null,
): Parsed<ChatSettings[K]> {
  return READERS[name](text, maxTokens);
}

/** The settings as field texts. */
export function textOfSettings(settings: ChatSettings): SettingsText {
  const figure = (value: number | null) => (value === null ? '' : String(value));
  return {
    system: settings.system,
    temperature: figure(settings.temperature),
    topP: figure(settings.topP),
    maxTokens: figure(settings.maxTokens),
    seed: figure(settings.seed),
    stop: settings.stop.join('\n'),
  };
}

/** The labels of the settings in the panel. */
export const SETTING_LABELS: Record<FieldName, string> = {
  system: 'System prompt',
  temperature: 'Temperature',
  topP: 'Top P',
  maxTokens: 'Max output tokens',
  seed: 'Seed',
  stop: 'Stop sequences',
};

/** An invalid field, with what would be valid. */
export type WrongSetting = { name: FieldName; error: string };

/** The invalid fields, in the order of the panel. @param maxTokens as for `readSetting` */
export function findWrongSettings(text: SettingsText, maxTokens: number | null): WrongSetting[] {
  return SETTING_NAMES.flatMap((name) => {
    const parsed = readSetting(name, text[name], maxTokens);
    return 'error' in parsed ? [{ name, error: parsed.error }] : [];
  });
}

const SETTING_NAMES = ['system', 'temperature', 'topP', 'maxTokens', 'seed', 'stop'] as const;

/**
 * Why nothing is sent while a setting is invalid:
 * `“Seed” in Settings is invalid: must be a whole number of at least 0.`
 */
export function attentionMessage({ name, error }: WrongSetting): string {
  return `“${SETTING_LABELS[name]}” in Settings is invalid: ${error.charAt(0).toLowerCase()}${error.slice(1)}`;
}

/** How many settings differ from their defaults, for the badge on the Settings button. */
export function countChanged(settings: ChatSettings): number {
  const { schema, tools, thinking, webSearch, readLinks } = settings;
  const more = [schema, tools, thinking, webSearch, readLinks].filter((setting) => setting !== undefined);
  return Object.values(textOfSettings(settings)).filter((text) => text.trim() !== '').length + more.length;
}

function readNumber(
  text: string,
  { least, most, whole }: { least: number; most: number; whole: boolean },
): Parsed<number | null> {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return { value: null };
  const value = /^-?(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : Number.NaN;
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return { value };
  const bounds =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `between ${least} and ${most.toLocaleString('en-US')}`;
  return { error: `Must be a ${whole ? 'whole number' : 'number'} ${bounds}.` };
}
