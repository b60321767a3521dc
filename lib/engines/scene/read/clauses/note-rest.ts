import { takeModifiers } from './add-things';
import { carriesText } from './make-mentions';
import { type Lexeme } from '../meaning';
import { type Mention, type Reading } from './reading';

/** Gives colors and text that no noun followed to the noun before. */
export function attachColor(reading: Reading): void {
  const { colors, text } = takeModifiers(reading);
  const { last } = reading;
  if (last && colors[0] !== undefined) last.color ??= colors[0];
  if (text !== undefined) addSign(reading, text);
}

const VERB_ENDING = /(?:ing|ed|ly|s|en)$/;
const ADJECTIVE_ENDING = /(?:ous|ful|ic|ive|able|ible|less|ish|est|ly|ical)$/;
const MAX_NOT_DRAWN = 20;
const MAX_WORD = 40;

/** Reports unknown words once it is clear that they were a noun: what follows is no noun of theirs. */
export function endUnknown(reading: Reading, next: Lexeme | undefined): void {
  const { unknown } = reading;
  if (unknown.length === 0) return;
  reading.unknown = [];
  const before =
    next?.kind === 'known' &&
    ['things', 'setting', 'color', 'size', 'backdrop', 'body', 'picture', 'activity'].includes(next.meaning.kind);
  if (before) return;
  const only = unknown.at(-1) ?? '';
  const afterNoun =
    reading.last !== undefined && reading.modifiers.definite === undefined && !reading.open && !reading.join;
  if (unknown.length === 1 && ((afterNoun && VERB_ENDING.test(only)) || /[aeiouy][a-z]*ing$|ly$/.test(only))) return;
  const nouns = unknown.filter(
    (word, at) => at >= unknown.length - 3 && (word === only || !ADJECTIVE_ENDING.test(word)),
  );
  takeModifiers(reading);
  // "A tray of cupcakes": what is related are the cupcakes.
  const goesOn = next?.kind === 'known' && next.word === 'of';
  if (!goesOn) reading.open = undefined;
  if (reading.isNegated || (only.length < 3 && /^[\p{Script=Latin}\p{N}]+$/u.test(only)) || ADJECTIVE_ENDING.test(only))
    return;
  if (reading.notDrawn.size < MAX_NOT_DRAWN) reading.notDrawn.add(nouns.join(' ').slice(0, MAX_WORD));
}

/** Puts text on the sign before it, or on the one after it; else a sign of its own is made. */
export function noteText(reading: Reading, text: string): void {
  if (reading.isNegated) return;
  attachColor(reading);
  const carrier = carrierOf(reading.last);
  if (carrier) carrier.text = text;
  else reading.modifiers.text = text;
  reading.open = undefined;
}

function carrierOf(mention: Mention | undefined): Mention | undefined {
  return mention && carriesText(mention.icon) && mention.text === undefined ? mention : undefined;
}

function addSign(reading: Reading, text: string): void {
  const beside = reading.last;
  const sign: Mention = {
    icon: 'own:sign',
    word: 'sign',
    count: 1,
    size: 'normal',
    text,
    isTarget: true,
    isOwned: false,
    isAbstract: false,
    ...(beside && { relation: { kind: 'beside' as const, target: beside } }),
  };
  reading.mentions.push(sign);
}

/** Ends a phrase, or a sentence. */
export function noteBreak(reading: Reading, ends: boolean): void {
  const { modifiers } = reading;
  const pending = modifiers.colors.length > 0 || modifiers.count !== undefined || modifiers.size !== undefined;
  reading.isNegated = false;
  reading.afterPlace = false;
  reading.isFlying = false;
  if (!ends && pending && !reading.last) return;
  if (!ends && pending && reading.open) return;
  attachColor(reading);
  reading.open = undefined;
  reading.join = ends ? undefined : 'comma';
  if (!ends) return;
  reading.last = undefined;
  reading.waiting = [];
  reading.front = undefined;
  reading.plenty = false;
}
