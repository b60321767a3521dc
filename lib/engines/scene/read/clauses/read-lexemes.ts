import { addThings, putToSleep, setActivity, takeModifiers } from './add-things';
import { isIn } from '../groups';
import { type Lexeme, type Meaning } from '../meaning';
import { SLEEPING } from '../words/activities';
import { attachColor, endUnknown, noteBreak, noteText } from './note-rest';
import { noteSide } from './note-side';
import { openRelation } from './open-relation';
import { isPersonIcon, isPlainPerson, withTone } from './people';
import { newReading, type Reading } from './reading';
import { clauseSubject, isBeing, relateToNamed } from './relate';

/** Reads a prompt's words in their order. */
export function readLexemes(lexemes: Lexeme[]): Reading {
  const reading = newReading();
  lexemes.forEach((lexeme, at) => {
    if (lexeme.kind === 'unknown') {
      reading.unknown.push(lexeme.word);
      if (reading.isNegated) reading.excluded.push({ word: lexeme.word, things: [], setting: {} });
      return;
    }
    endUnknown(reading, lexeme);
    if (lexeme.kind === 'text') return noteText(reading, lexeme.text);
    if (lexeme.kind === 'break') {
      if (lexeme.isColon) reading.titles = [...reading.mentions];
      return noteBreak(reading, lexeme.ends);
    }
    if (lexeme.meaning.kind === 'side') {
      return noteSide(reading, lexeme.meaning.side, { previous: lexemes[at - 1], next: lexemes[at + 1] });
    }
    readKnown(reading, lexeme.meaning, lexeme, lexemes[at + 1]);
  });
  endUnknown(reading, undefined);
  attachColor(reading);
  return reading;
}

/** Words for text in a picture. */
const WRITING = new Set(['text', 'letters', 'words', 'lettering', 'word']);

/** Words of pictures that take a color: "golden light" colors nothing else. */
const LIGHTS = new Set(
  'light lights lighting glow reflection reflections shadow shadows pastel silhouette silhouettes lettering text letters landscape scenery style frame'.split(
    ' ',
  ),
);

/** Whoever is in front of a restaurant is not in it: then its front is drawn. */
const OUTSIDE = new Set<string>(['in_front_of', 'beside', 'behind', 'flying_over']);
const EATERIES = new Set(['restaurant', 'cafe', 'bar', 'pub', 'tavern', 'coffee shop', 'bistro', 'saloon']);

type Known = Extract<Lexeme, { kind: 'known' }>;

function readKnown(reading: Reading, meaning: Meaning, { word, plural }: Known, next: Lexeme | undefined): void {
  const wasPlace = reading.afterPlace;
  reading.afterPlace = false;
  switch (meaning.kind) {
    case 'things':
    case 'held':
      return readThings(reading, meaning, word, plural);
    case 'setting':
      return readSetting(reading, meaning, { word, wasPlace, next });
    case 'color':
      return readColor(reading, meaning, word, plural, next);
    case 'article':
      return startPhrase(reading, meaning.definite);
    case 'negation':
      attachColor(reading);
      reading.isNegated = true;
      reading.open = undefined;
      return;
    case 'backdrop':
      return readBackdrop(reading);
    case 'join':
      return readJoin(reading, word, next);
    case 'preposition':
    case 'verb':
    case 'with':
    case 'wearing':
      return openRelation(reading, meaning, word);
    case 'pronoun':
      return readPronoun(reading);
    default:
      return readModifier(reading, meaning, word);
  }
}

function readModifier(reading: Reading, meaning: Meaning, word: string): void {
  const { modifiers } = reading;
  switch (meaning.kind) {
    case 'size':
      modifiers.size = meaning.size;
      return;
    case 'count':
      if (modifiers.colors.length > 0) attachColor(reading);
      reading.modifiers.count = meaning.count;
      return;
    case 'gender':
      modifiers.gender = meaning.gender;
      return;
    case 'tone':
      return readTone(reading, meaning.tone);
    case 'activity':
      return readActivity(reading, meaning.role);
    case 'picture':
      if (WRITING.has(word)) reading[reading.isNegated ? 'excludesText' : 'namesText'] = true;
      if (LIGHTS.has(word)) takeModifiers(reading);
      if (reading.isNegated) reading.excluded.push({ word, things: [], setting: {} });
      reading.open = undefined;
      return;
    case 'body':
      takeModifiers(reading);
      if (reading.isNegated) reading.excluded.push({ word, things: [], setting: {}, isDetail: true });
      reading.open = undefined;
      return;
    case 'skip':
      if (word === 'of' && reading.last && isIn(reading.last.icon, 'containers')) {
        reading.open = { kind: 'with', source: reading.last, isVerb: false };
      }
      if (word === 'of' && reading.lastOfAll === undefined) reading.plenty = reading.settings.length > 0;
      return;
    default:
      if (word === 'flying') reading.isFlying = true;
  }
}

function readThings(
  reading: Reading,
  meaning: Extract<Meaning, { kind: 'things' | 'held' }>,
  word: string,
  plural: boolean,
): void {
  if (reading.isNegated) {
    takeModifiers(reading);
    reading.excluded.push({ word, things: meaning.things, setting: meaning.setting });
    return;
  }
  const { place, weakPlace, ...when } = meaning.setting;
  // What comes later does not change where everything is.
  const setting = reading.side === 'elsewhere' && reading.mentions.length > 0 ? when : { place, weakPlace, ...when };
  (meaning.kind === 'things' && meaning.abstract ? reading.ideas : reading.settings).push(setting);
  if (meaning.kind === 'held') {
    const holder = clauseSubject(reading);
    if (holder) reading.open = { kind: 'holding', source: holder, isVerb: true };
  }
  addThings(reading, meaning, word, plural);
}

type SettingContext = { word: string; wasPlace: boolean; next: Lexeme | undefined };

function readSetting(reading: Reading, meaning: Extract<Meaning, { kind: 'setting' }>, context: SettingContext): void {
  const { setting, things } = meaning;
  if (reading.isNegated) {
    reading.excluded.push({ word: context.word, things, setting });
    return;
  }
  if (OUTSIDE.has(reading.open?.kind ?? 'on') && EATERIES.has(context.word)) {
    addThings(
      reading,
      { kind: 'things', things: [{ icon: 'own:restaurant', count: 1 }], setting: {} },
      context.word,
      false,
    );
    return;
  }
  const isPlace = setting.place !== undefined || setting.weakPlace !== undefined || context.word === 'sky';
  // "New York street", "mountain lake": the last of several words says which place it is.
  if (isPlace && context.wasPlace && setting.place) delete reading.settings.at(-1)?.place;
  reading.settings.push({ ...setting });
  reading.afterPlace = setting.place !== undefined;
  // Seasons and moods also stand before nouns: "a red autumn leaf".
  const describes =
    context.next?.kind === 'known' && ['things', 'color', 'adjective', 'size'].includes(context.next.meaning.kind);
  if (isPlace || !describes) {
    takeModifiers(reading);
    reading.open = undefined;
    reading.join = undefined;
  }
  for (const thing of things) {
    const before = reading.mentions.length;
    addThings(reading, { ...meaning, things: [thing] }, context.word, false);
    for (const mention of reading.mentions.slice(before)) mention.isImplied = true;
  }
}

function readColor(
  reading: Reading,
  meaning: Extract<Meaning, { kind: 'color' }>,
  word: string,
  plural: boolean,
  next: Lexeme | undefined,
): void {
  const isNoun = meaning.noun !== undefined && (plural || !isBeforeNoun(next));
  if (isNoun && meaning.noun)
    return readThings(reading, { kind: 'things', things: meaning.noun, setting: {} }, word, plural);
  if (!reading.isNegated) reading.modifiers.colors.push(meaning.color);
  else reading.isNegated = false;
}

/** Whether a color can stand before it: a noun, or more of what stands before nouns. */
function isBeforeNoun(next: Lexeme | undefined): boolean {
  if (next?.kind === 'unknown') return true;
  return (
    next?.kind === 'known' &&
    ['things', 'setting', 'adjective', 'size', 'color', 'backdrop', 'picture', 'body', 'activity', 'gender'].includes(
      next.meaning.kind,
    )
  );
}

/** An article starts another noun: a color before it belongs to the noun of before ("a car in red, a …"). */
function startPhrase(reading: Reading, definite: boolean): void {
  attachColor(reading);
  reading.modifiers = { colors: [], definite };
}

function readBackdrop(reading: Reading): void {
  const { colors } = takeModifiers(reading);
  reading.open = undefined;
  if (reading.isNegated || colors[0] === undefined) return;
  reading.backdrop ??= colors[0];
  reading.isPlain = true;
}

function readJoin(reading: Reading, word: string, next: Lexeme | undefined): void {
  const nextIsColor = next?.kind === 'known' && next.meaning.kind === 'color';
  const { colors, count, definite } = reading.modifiers;
  if (colors.length > 0 && count === undefined && nextIsColor) return;
  // "Two red and one blue balloon": the noun is still to come.
  if (colors.length > 0 && (count !== undefined || definite !== undefined) && startsPhrase(next)) {
    reading.waiting.push(takeModifiers(reading));
    return;
  }
  attachColor(reading);
  // "Without trees or clouds": the negation goes on.
  const plainNoun = next?.kind === 'known' && ['things', 'setting', 'adjective'].includes(next.meaning.kind);
  if (word !== 'or' && word !== 'nor' && !plainNoun) reading.isNegated = false;
  reading.open = undefined;
  reading.join = 'and';
}

function startsPhrase(next: Lexeme | undefined): boolean {
  return next?.kind === 'known' && ['article', 'count', 'color'].includes(next.meaning.kind);
}

function readPronoun(reading: Reading): void {
  attachColor(reading);
  const { open } = reading;
  reading.open = undefined;
  if (open) relateToNamed(reading, open);
  else if (!reading.last) reading.last = reading.lastOfAll;
}

function readActivity(reading: Reading, role: string): void {
  const subject = clauseSubject(reading);
  const { colors, count, size, definite } = reading.modifiers;
  const beforeNoun = colors.length > 0 || count !== undefined || size !== undefined || definite !== undefined;
  if (!subject || beforeNoun || reading.join) reading.modifiers.activity = role;
  else if (isPlainPerson(subject.icon)) setActivity(subject, role);
  else if (role === SLEEPING && isBeing(subject)) putToSleep(subject);
  else reading.modifiers.activity = role;
}

function readTone(reading: Reading, tone: 'light' | 'medium' | 'dark'): void {
  const { last } = reading;
  if (last && isPersonIcon(last.icon) && reading.open?.kind === 'with') last.icon = withTone(last.icon, tone);
  else reading.modifiers.tone = tone;
}
