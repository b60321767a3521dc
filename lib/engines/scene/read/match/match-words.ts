import { isIn } from '../groups';
import { lexicon } from './lexicon';
import { type Lexeme, type Meaning } from '../meaning';
import { parseMeaning } from '../parse-alias';
import { singularsOf } from './singular';
import { splitWords, type Token } from './split-words';
import { FORMS, NOUNS_AFTER_ARTICLES, NOUNS_OR_VERBS, SENSES } from '../words/ambiguous';

type Known = Extract<Lexeme, { kind: 'known' }>;
type Word = Extract<Token, { kind: 'word' }>;

const EITHER = new Set(NOUNS_OR_VERBS.split(' '));
const NEED_ARTICLE = new Set(NOUNS_AFTER_ARTICLES.split(' '));
const FORM_WORDS = new Set(FORMS.split(' '));
/** Words after which a verb follows. */
const BEFORE_VERBS = new Set(
  'to will can could would should may must i you we they who that which he she it does do did'.split(' '),
);
const AMBIGUOUS = new Set(SENSES.map(({ word }) => word));
const MAX_COUNT = 24;

/** Gives each word and phrase of a prompt its meaning: the longest phrase that is known counts. */
export function matchWords(prompt: string): Lexeme[] {
  const tokens = splitWords(prompt);
  const present = new Set(tokens.map((token) => (token.kind === 'word' ? token.word : '')));
  const lexemes: Lexeme[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (!token) break;
    if (token.kind !== 'word') {
      lexemes.push(token);
      at += 1;
      continue;
    }
    const { lexeme, length } = longestMatch(tokens, at, present);
    lexemes.push(asVerb(lexeme, lexemes.at(-1), tokens[at - 1]) ?? lexeme);
    at += length;
  }
  return joinCompounds(countCrowds(lexemes));
}

function longestMatch(tokens: Token[], at: number, present: Set<string>): { lexeme: Lexeme; length: number } {
  const { longest, meanings } = lexicon();
  const first = tokens[at] as Word;
  const most = Math.max(longest.get(first.word) ?? 1, ...singularsOf(first.word).map((word) => longest.get(word) ?? 1));
  const words: string[] = [];
  const phrases: string[] = [];
  for (let next = at; next < tokens.length && words.length < most; next += 1) {
    const token = tokens[next];
    if (token?.kind !== 'word') break;
    words.push(token.word);
    phrases.push(next === at ? token.word : `${phrases.at(-1)} ${token.word}`);
  }
  for (let length = words.length; length > 0; length -= 1) {
    const known = phraseMeaning(words, phrases, length, { meanings, present });
    if (known) return { lexeme: known, length };
  }
  return { lexeme: numberOf(first.word) ?? { kind: 'unknown', word: first.word }, length: 1 };
}

type Sources = { meanings: Map<string, Meaning>; present: Set<string> };

/** The meaning of the first `length` words, as they are or as a plural. */
function phraseMeaning(
  words: string[],
  phrases: string[],
  length: number,
  { meanings, present }: Sources,
): Known | undefined {
  const phrase = phrases[length - 1] ?? '';
  const exact = meanings.get(phrase);
  if (exact) return { kind: 'known', meaning: sense(phrase, exact, present), word: phrase, plural: false };
  for (const singular of singularsOf(words[length - 1] ?? '')) {
    const single = length === 1 ? singular : `${phrases[length - 2]} ${singular}`;
    const meaning = meanings.get(single);
    if (meaning && isNoun(meaning)) {
      return { kind: 'known', meaning: sense(single, meaning, present), word: phrase, plural: true };
    }
  }
  // "Glasses of water": the plural is in front.
  if (length < 3 || words[1] !== 'of') return undefined;
  for (const singular of singularsOf(words[0] ?? '')) {
    const meaning = meanings.get([singular, ...words.slice(1, length)].join(' '));
    if (meaning && isNoun(meaning)) return { kind: 'known', meaning, word: phrase, plural: true };
  }
  return undefined;
}

/** Whether a plural can mean it: things, and colors that are things too ("oranges"). */
function isNoun(meaning: Meaning): boolean {
  return (
    meaning.kind === 'things' || (meaning.kind === 'color' && meaning.noun !== undefined) || meaning.kind === 'setting'
  );
}

/** What an ambiguous word means beside the other words of the prompt. */
function sense(word: string, meaning: Meaning, present: Set<string>): Meaning {
  if (!AMBIGUOUS.has(word)) return meaning;
  for (const candidate of SENSES) {
    if (candidate.word !== word) continue;
    if (!candidate.context.split(' ').some((other) => other !== word && present.has(other))) continue;
    const { things, setting } = parseMeaning(candidate.alias);
    return things.length === 0 ? { kind: 'skip' } : { kind: 'things', things, setting };
  }
  return meaning;
}

/** Digits that are a count. Others ("1920", "300") are one only before a plural (`countCrowds`). */
function numberOf(word: string): Lexeme | undefined {
  if (!/^\d{1,9}$/.test(word)) return /^\d/.test(word) ? skipped(word) : undefined;
  const count = Number(word);
  if (count === 0) return { kind: 'known', meaning: { kind: 'negation' }, word, plural: false };
  if (count > 100) return skipped(word);
  return { kind: 'known', meaning: { kind: 'count', count: Math.min(count, MAX_COUNT) }, word, plural: false };
}

/** A large number before a plural is a crowd: as many as there can be. */
function countCrowds(lexemes: Lexeme[]): Lexeme[] {
  return lexemes.map((lexeme, at) => {
    if (lexeme.kind !== 'known' || lexeme.meaning.kind !== 'skip' || !/^\d{3,}$/.test(lexeme.word)) return lexeme;
    const noun = lexemes.slice(at + 1, at + 6).find((next) => !isModifier(next) || next.kind !== 'known');
    const isCrowd = noun?.kind === 'known' && noun.plural && noun.meaning.kind === 'things';
    return isCrowd ? { ...lexeme, meaning: { kind: 'count', count: MAX_COUNT } } : lexeme;
  });
}

function skipped(word: string): Known {
  return { kind: 'known', meaning: { kind: 'skip' }, word, plural: false };
}

/** Skips words that are a noun elsewhere, but a verb here. */
function asVerb(lexeme: Lexeme, previous: Lexeme | undefined, before: Token | undefined): Lexeme | undefined {
  if (lexeme.kind !== 'known' || lexeme.meaning.kind === 'skip') return undefined;
  if (NEED_ARTICLE.has(lexeme.word) && !isModifier(previous)) return skipped(lexeme.word);
  if (!EITHER.has(lexeme.word)) return undefined;
  const afterNoun = previous?.kind === 'known' && previous.meaning.kind === 'things';
  const afterPronoun = before?.kind === 'word' && BEFORE_VERBS.has(before.word);
  return afterNoun || afterPronoun ? skipped(lexeme.word) : undefined;
}

function isModifier(lexeme: Lexeme | undefined): boolean {
  return lexeme?.kind === 'known' && ['article', 'count', 'color', 'size', 'adjective'].includes(lexeme.meaning.kind);
}

/**
 * In compounds of two nouns the last one is what is meant ("kitchen table", "cat bed"), in "woman doctor" both are.
 * A mere list of words ("dragon castle sunset") is no compound: there, nothing stands before the first noun.
 */
function joinCompounds(lexemes: Lexeme[]): Lexeme[] {
  const joined: Lexeme[] = [];
  for (const lexeme of lexemes) {
    const previous = joined.at(-1);
    if (!isThings(lexeme) || !isThings(previous)) {
      joined.push(lexeme);
    } else if (FORM_WORDS.has(lexeme.word)) {
      joined[joined.length - 1] = { ...previous, plural: previous.plural || lexeme.plural };
    } else if (previous.meaning.things[0]?.icon === 'baby' && isIn(lexeme.meaning.things[0]?.icon ?? '', 'animals')) {
      // "A baby panda" is a small one.
      joined[joined.length - 1] = { ...previous, meaning: { kind: 'size', size: 'small' } };
      joined.push(lexeme);
    } else if (genderOf(previous) && isPerson(lexeme)) {
      const gender = genderOf(previous) ?? 'man';
      joined[joined.length - 1] = {
        kind: 'known',
        meaning: { kind: 'gender', gender },
        word: previous.word,
        plural: false,
      };
      joined.push({ ...lexeme, plural: lexeme.plural || previous.plural });
    } else if (isCompound(joined.at(-2), previous, lexeme)) {
      joined[joined.length - 1] = lexeme;
    } else {
      joined.push(lexeme);
    }
  }
  return joined;
}

function isThings(lexeme: Lexeme | undefined): lexeme is Known & { meaning: Extract<Meaning, { kind: 'things' }> } {
  return lexeme?.kind === 'known' && lexeme.meaning.kind === 'things';
}

function isPerson(lexeme: Lexeme): boolean {
  return isThings(lexeme) && isIn(lexeme.meaning.things[0]?.icon ?? '', 'people');
}

function genderOf(lexeme: Lexeme): 'man' | 'woman' | undefined {
  if (!isThings(lexeme)) return undefined;
  const icon = lexeme.meaning.things[0]?.icon;
  if (icon === 'man-standing' || icon === 'boy') return 'man';
  return icon === 'woman-standing' || icon === 'girl' ? 'woman' : undefined;
}

function isCompound(before: Lexeme | undefined, first: Lexeme, second: Lexeme): boolean {
  if (!isThings(first) || !isThings(second) || first.plural) return false;
  const [a, b] = [first.meaning.things[0]?.icon ?? '', second.meaning.things[0]?.icon ?? ''];
  if (isIn(a, 'food') && isIn(b, 'food')) return true;
  if (isPerson(first) || (isIn(a, 'animals') && isPerson(second))) return false;
  return (
    isModifier(before) ||
    (before?.kind === 'known' && ['preposition', 'verb', 'with', 'wearing'].includes(before.meaning.kind))
  );
}
