import { processState } from '@/lib/platform/process-state';
import { type Flank, type RelationKind, type Side, type SubjectColor, type SubjectSize } from '../../scene';
import { CONCEPTS } from '../aliases/concepts';
import { type Gender, type Meaning } from '../meaning';
import { type Tone } from '../icons/people-icons';
import { parseAliases, parseMeaning } from '../parse-alias';
import { ALIAS_TABLES, sceneIcons } from '../scene-icons';
import { ACTIVITIES, GENDERS, HELD, SKIN_TONES } from '../words/activities';
import { ADJECTIVES, ARTICLES, BODY_PARTS, GRAMMAR, PICTURES } from '../words/ignored';
import { COLOR_NOUNS, COLORS, COUNTS, SIZES } from '../words/modifiers';
import {
  BACKDROPS,
  FLANKS,
  JOINS,
  NEGATIONS,
  PREPOSITIONS,
  PRONOUNS,
  RELATION_VERBS,
  SIDES,
  WEARING,
  WITH,
} from '../words/relations';
import { SETTINGS } from '../words/settings';

/** All words and phrases that are known, with what they mean. */
type Lexicon = {
  meanings: Map<string, Meaning>;
  /** The most words of a phrase that begins with a word. */
  longest: Map<string, number>;
};

/** Icons whose names mean something else in a prompt. */
const NOT_NAMED = new Set([
  'mate',
  'station',
  'salt',
  'wood',
  'ice',
  'fog',
  'hole',
  'red-circle',
  'people-hugging',
  'rosette',
  'fire',
  'construction',
  'pick',
  'warning',
  'watch',
  'cooking',
]);

/** The lexicon, made at the first use. */
export function lexicon(): Lexicon {
  return processState('scene.lexicon', makeLexicon);
}

function makeLexicon(): Lexicon {
  const meanings = new Map<string, Meaning>();
  const longest = new Map<string, number>();
  /** What was said first counts. */
  const add = (phrase: string, meaning: Meaning) => {
    if (phrase === '' || meanings.has(phrase)) return;
    meanings.set(phrase, meaning);
    const words = phrase.split(' ');
    const first = words[0] ?? '';
    longest.set(first, Math.max(longest.get(first) ?? 0, words.length));
  };
  addModifiers(add);
  addAliases(add);
  addRelations(add);
  addActivities(add);
  addIgnored(add);
  for (const icon of sceneIcons()) addIcon(add, icon);
  for (const word of ['fire', 'ice', 'wood']) add(word, things(word));
  return { meanings, longest };
}

type Add = (phrase: string, meaning: Meaning) => void;

/** The phrases of a list, written like the words of a prompt. */
function phrasesOf(list: string): string[] {
  return list.split(',').map((phrase) => phrase.trim().replaceAll("'", ' '));
}

function addModifiers(add: Add): void {
  for (const [word, { color, alias }] of Object.entries(COLOR_NOUNS)) {
    add(word, { kind: 'color', color, ...(alias !== undefined && { noun: parseMeaning(alias).things }) });
  }
  for (const [color, words] of Object.entries(COLORS) as [SubjectColor, string][]) {
    for (const word of phrasesOf(words)) {
      add(word, { kind: 'color', color });
      for (const shade of ['light', 'dark', 'bright', 'pale', 'deep', 'pastel', 'neon', 'vivid']) {
        if (!word.includes(' ')) add(`${shade} ${word}`, { kind: 'color', color });
      }
      if (!word.includes(' ')) add(`${word} colored`, { kind: 'color', color });
    }
  }
  for (const [size, words] of Object.entries(SIZES) as [SubjectSize, string][]) {
    for (const word of phrasesOf(words)) add(word, { kind: 'size', size });
  }
  for (const [word, count] of Object.entries(COUNTS)) add(word, { kind: 'count', count });
}

function addAliases(add: Add): void {
  for (const alias of parseAliases(SETTINGS)) {
    for (const phrase of alias.phrases) add(phrase, { kind: 'setting', things: alias.things, setting: alias.setting });
  }
  for (const table of ALIAS_TABLES) {
    for (const { phrases, things, setting } of parseAliases(table)) {
      const kind = things.length > 0 ? 'things' : 'setting';
      for (const phrase of phrases) add(phrase.replaceAll("'", ' '), { kind, things, setting });
    }
  }
  for (const { phrases, things, setting } of parseAliases(CONCEPTS)) {
    for (const phrase of phrases) {
      add(phrase.replaceAll("'", ' '), { kind: 'things', things, setting, abstract: true });
    }
  }
}

function addRelations(add: Add): void {
  for (const [relation, words] of Object.entries(PREPOSITIONS) as [RelationKind, string][]) {
    for (const word of phrasesOf(words)) add(word, { kind: 'preposition', relation });
  }
  for (const [flank, words] of Object.entries(FLANKS) as [Flank, string][]) {
    for (const word of phrasesOf(words)) add(word, { kind: 'preposition', relation: 'beside', flank });
  }
  for (const [relation, words] of Object.entries(RELATION_VERBS) as [RelationKind, string][]) {
    for (const word of phrasesOf(words)) add(word, { kind: 'verb', relation });
  }
  for (const [side, words] of Object.entries(SIDES) as [Side, string][]) {
    for (const word of phrasesOf(words)) add(word, { kind: 'side', side });
  }
  const lists = {
    wearing: WEARING,
    with: WITH,
    pronoun: PRONOUNS,
    join: JOINS,
    negation: NEGATIONS,
    backdrop: BACKDROPS,
  };
  for (const [kind, words] of Object.entries(lists) as [keyof typeof lists, string][]) {
    for (const word of phrasesOf(words)) add(word, { kind });
  }
}

function addActivities(add: Add): void {
  for (const [role, words] of Object.entries(ACTIVITIES)) {
    for (const word of phrasesOf(words)) add(word, { kind: 'activity', role });
  }
  for (const [icon, words] of Object.entries(HELD)) {
    for (const word of phrasesOf(words)) add(word, { kind: 'held', things: parseMeaning(icon).things, setting: {} });
  }
  for (const [gender, words] of Object.entries(GENDERS) as [Gender, string][]) {
    for (const word of phrasesOf(words)) add(word, { kind: 'gender', gender });
  }
  for (const [tone, words] of Object.entries(SKIN_TONES) as [Tone, string][]) {
    for (const word of phrasesOf(words)) add(word, { kind: 'tone', tone });
  }
}

function addIgnored(add: Add): void {
  for (const word of phrasesOf(ARTICLES))
    add(word, { kind: 'article', definite: ['the', 'this', 'these', 'those'].includes(word) });
  for (const word of phrasesOf(PICTURES)) add(word, { kind: 'picture' });
  for (const word of phrasesOf(BODY_PARTS)) add(word, { kind: 'body' });
  for (const word of phrasesOf(GRAMMAR)) add(word, { kind: 'skip' });
  for (const word of phrasesOf(ADJECTIVES)) add(word, { kind: 'adjective' });
}

/** Names of icons are words: `hot-pepper`. */
function addIcon(add: Add, icon: string): void {
  if (NOT_NAMED.has(icon) || /^(?:person|man|woman)-/.test(icon)) return;
  const words = icon.split('-');
  const color = words.length === 2 && icon !== 'green-salad' ? words.find((word) => word in COLORS) : undefined;
  add(words.join(' '), things(icon, color as SubjectColor | undefined));
}

function things(icon: string, color?: SubjectColor): Meaning {
  return { kind: 'things', things: [{ icon, count: 1, ...(color && { color }) }], setting: {} };
}
