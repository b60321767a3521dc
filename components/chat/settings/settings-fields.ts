import type { ChatSettings } from '@/lib/client/chat/types';

/** The settings that are one field of text each. */
export type FieldName = Exclude<keyof ChatSettings, 'schema' | 'tools' | 'thinking'>;

/** The settings as the reader types them. */
export type SettingsText = Record<FieldName, string>;

/** The server's bounds (`lib/chat/contract.ts`). */
const MAX_STOPS = 4;

/** What a field holds: its value, or what would be right. */
type Parsed<T> = { value: T } | { error: string };

/** How each setting is read from its field; an empty one is left to the model. */
const READERS: { [K in FieldName]: (text: string, maxTokens: number | null) => Parsed<ChatSettings[K]> } = {
  system: (text) => ({ value: text }),
  temperature: (text) => readNumber(text, { least: 0, most: 2, whole: false }),
  topP: (text) => readNumber(text, { least: 0, most: 1, whole: false }),
  maxTokens: (text, most) => readNumber(text, { least: 1, most: most ?? Number.MAX_SAFE_INTEGER, whole: true }),
  seed: (text) => readNumber(text, { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true }),
  stop: (text) => {
    const stops = text.split('\n').filter((line) => line !== '');
    return stops.length > MAX_STOPS ? { error: `At most ${MAX_STOPS} lines.` } : { value: stops };
  },
};

/**
 * Reads one field.
 * @param maxTokens the longest answer of the chosen model; null where unknown
 */
export function readSetting<K extends FieldName>(
  name: K,
  text: string,
  maxTokens: number | null,
): Parsed<ChatSettings[K]> {
  return READERS[name](text, maxTokens);
}

/** The fields of settings that hold. */
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

/** The settings under their names in the drawer. */
export const SETTING_LABELS: Record<FieldName, string> = {
  system: 'System prompt',
  temperature: 'Temperature',
  topP: 'Top P',
  maxTokens: 'Max output tokens',
  seed: 'Seed',
  stop: 'Stop sequences',
};

/** A field that does not hold, with what would be right. */
export type WrongSetting = { name: FieldName; error: string };

/** The fields that do not hold, in the drawer's order. @param maxTokens as for `readSetting` */
export function findWrongSettings(text: SettingsText, maxTokens: number | null): WrongSetting[] {
  return SETTING_NAMES.flatMap((name) => {
    const parsed = readSetting(name, text[name], maxTokens);
    return 'error' in parsed ? [{ name, error: parsed.error }] : [];
  });
}

const SETTING_NAMES = ['system', 'temperature', 'topP', 'maxTokens', 'seed', 'stop'] as const;

/** Why nothing is sent while a setting does not hold: `“Seed” in Settings needs attention: a whole number of at least 0.` */
export function attentionMessage({ name, error }: WrongSetting): string {
  return `“${SETTING_LABELS[name]}” in Settings needs attention: ${error.charAt(0).toLowerCase()}${error.slice(1)}`;
}

/** How many settings differ from the model's own ways, for the mark at the drawer's button. */
export function countChanged(settings: ChatSettings): number {
  const more = [settings.schema, settings.tools, settings.thinking].filter((setting) => setting !== undefined);
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
  return { error: `A ${whole ? 'whole number' : 'number'} ${bounds}.` };
}
