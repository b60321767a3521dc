/** Edits of pictures that this service composed itself: the prompt is changed, and the picture composed again. */
import type { ImageStyleName } from '../../core/image-styles';
import type { SceneChange } from './step';
import { withoutTail } from './without-tail';

/** What composed a picture, as its file says. */
export type SceneSource = { prompt: string; negativePrompt?: string; seed: number; style?: string };

/** Composes a picture from a prompt (`lib/engines/scene`). The result is PNG. */
export type ComposeScene = (call: {
  prompt: string;
  negativePrompt?: string;
  seed: number;
  width: number;
  height: number;
  style?: ImageStyleName;
  account: string;
  signal: AbortSignal;
}) => Promise<{ bytes: Uint8Array }>;

const TIME =
  /,?\s*\b(?:at|in the|during the|by|in)?\s*(?:the\s+)?\b(?:night(?:time)?|day(?:time)?|dawn|dusk|sunrise|sunset|noon|evening|morning|midnight)\b/giu;
const WEATHER =
  /,?\s*\b(?:in (?:the |heavy )?|with )?\b(?:rain(?:ing|y)?|snow(?:ing|y|fall)?|fog(?:gy)?|mist(?:y)?|storm(?:y)?|sunny|cloudy|windy|overcast|rainbow)\b/giu;
const SEASON = /,?\s*\b(?:in |during )?(?:the )?\b(?:spring|summer|autumn|fall|winter)\b/giu;
const PLACE =
  /,?\s*\b(?:at|in|on|under) (?:the |a |an )(?:beach|forest|woods|mountains?|city|desert|sea|ocean|meadow|field|street|village|room|kitchen|garden|jungle|lake|farm|space|sky|park|snow)\b/giu;
const KINDS = [TIME, WEATHER, SEASON, PLACE];
/** What is left of "some heavy rain" without the rain. */
const NO_NOUN = /^(?:the|an?|some)? ?(?:heavy|light|thick|dense)?$/iu;
const MAX_PROMPT_CHARACTERS = 4_000;

/**
 * The prompt and negative prompt after some changes. Pure.
 * @param source may be forged, and as long as a file can be; at most 4,000 characters of each of its prompts count
 */
export function changePrompt(source: SceneSource, changes: readonly SceneChange[]): SceneSource {
  return changes.reduce((scene, change) => bounded(applyChange(scene, change)), bounded(source));
}

/** Without runs of spaces, on which the patterns of this file would take time in the square of their length. */
function bounded({ prompt, negativePrompt, ...rest }: SceneSource): SceneSource {
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, MAX_PROMPT_CHARACTERS);
  return {
    ...rest,
    prompt: short(prompt),
    ...(negativePrompt !== undefined && { negativePrompt: short(negativePrompt) }),
  };
}

function applyChange(source: SceneSource, change: SceneChange): SceneSource {
  const { prompt } = source;
  switch (change.kind) {
    case 'add':
      return {
        ...source,
        prompt: join(prompt, prompt.trim() === '' ? change.what : asAddition(change.what)),
        negativePrompt: dropTerm(source.negativePrompt, change.what),
      };
    case 'set':
      return { ...source, prompt: join(dropKind(prompt, change.what), change.what) };
    case 'remove':
      return {
        ...source,
        prompt: tidy(withoutThing(prompt, change.what)),
        negativePrompt: join(source.negativePrompt ?? '', bare(change.what)),
      };
    case 'replace': {
      const replaced = replaceThing(prompt, change.what, change.by);
      return { ...source, prompt: replaced ?? join(tidy(withoutThing(prompt, change.what)), change.by) };
    }
    case 'describe': {
      const thing = bare(change.what);
      const replaced = replaceThing(withoutColor(prompt, thing), thing, `${change.as} ${thing}`);
      return { ...source, prompt: replaced ?? join(prompt, `${change.as} ${thing}`) };
    }
  }
}

/** Objects without a side of their own go where there is space, and leave everything else where it is. */
function asAddition(what: string): string {
  const isSetting = KINDS.some((pattern) => NO_NOUN.test(` ${what}`.replaceAll(pattern, '').trim()));
  return isSetting || / (?:on the (?:left|right)|in the middle)$/u.test(what) ? what : `elsewhere ${what}`;
}

/** Without what says the same kind of thing: there is one time of day, weather, season, and place. */
function dropKind(prompt: string, what: string): string {
  const kinds = KINDS.filter((pattern) => ` ${what}`.search(pattern) >= 0);
  return tidy(kinds.reduce((text, pattern) => text.replaceAll(pattern, ''), prompt));
}

/** Null if the prompt does not name the thing. */
function replaceThing(prompt: string, what: string, by: string): string | null {
  const pattern = thingPattern(bare(what), '(?:\\b(?:an?|the) )?');
  if (!pattern.test(prompt)) return null;
  const article = /^(?:an?|the|some|two|three|\d+)\b/i.test(by) ? '' : 'a ';
  return tidy(prompt.replace(pattern, `${article}${by}`));
}

function withoutThing(prompt: string, what: string): string {
  const words =
    '(?:\\belsewhere )?(?:(?:(?:next to|beside|behind|under|on|with|and|near|in front of|holding|riding) )?(?:an?|the|one|two|three|four|five|some|several|many|\\d{1,4}) (?:(?!and |with |,)[\\p{L}-]+ ){0,2}?)?';
  const side = '(?: (?:on the (?:left|right)|in the middle)\\b(?! of))?';
  return prompt.replaceAll(new RegExp(thingPattern(bare(what), words).source + side, 'giu'), ' ');
}

function withoutColor(prompt: string, thing: string): string {
  const colors = 'red|orange|yellow|green|teal|blue|purple|pink|brown|black|white|gr[ae]y|gold(?:en)?|silver';
  return prompt.replace(new RegExp(`\\b(?:${colors}) (?=${escape(thing)})`, 'iu'), '');
}

/** A thing by its name, in singular or plural. */
function thingPattern(name: string, before: string): RegExp {
  const stem = escape(name.replace(/(?:es|s)$/iu, ''));
  return new RegExp(`${before}\\b${stem}(?:e?s)?\\b`, 'iu');
}

function bare(thing: string): string {
  return thing.replace(/^(?:an?|the|all|some|any|that|this)\s+/iu, '').trim();
}

function dropTerm(list: string | undefined, what: string): string | undefined {
  if (list === undefined) return undefined;
  const left = list.split(',').filter((term) => bare(term.trim()).toLowerCase() !== bare(what).toLowerCase());
  return left.length > 0 ? left.join(',') : undefined;
}

function join(first: string, second: string): string {
  return (first.trim() === '' ? second : `${first.trim()}, ${second}`).slice(0, MAX_PROMPT_CHARACTERS);
}

function tidy(text: string): string {
  const joined = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*,(?:\s*,)+/g, ',')
    .replaceAll(/\s+,/g, ',')
    .replace(/^(?:[\s,]|and\b)+/iu, '');
  return withoutTail(joined, ['and', 'with']);
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
