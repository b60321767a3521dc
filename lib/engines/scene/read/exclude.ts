import { type Scene, type UnmetField } from '../scene';
import { type SceneryName } from '../scenery';
import { type Mention, type Reading, type RuledOut } from './clauses/reading';
import { readLexemes } from './clauses/read-lexemes';
import { isMadeOf, type Named, removable, sceneryNamed, sceneryOfIcon, settingWithoutScenery } from './exclude-scenery';
import { isIn } from './groups';
import { matchWords } from './match/match-words';
import { type Lexeme, type Setting } from './meaning';

/** Nouns that stand for a whole group when they are excluded: "no people", "no trees". */
const WHOLE_GROUPS: Record<string, string[]> = {
  'person-standing': ['people'],
  'deciduous-tree': ['trees'],
  blossom: ['flowers'],
  dog: ['dog'],
  'office-building': ['buildings', 'townBuildings', 'houses'],
  automobile: ['roadVehicles'],
  bird: ['birds'],
};

/** What a prompt or a negative prompt rules out. */
export type Exclusions = {
  icons: Set<string>;
  groups: Set<string>;
  text: boolean;
  settings: Setting[];
  /** What a place, the weather, or the time of day would draw by itself. */
  scenery: SceneryName[];
  /** The words of each field. */
  words: Record<UnmetField, RuledOut[]>;
};

/**
 * What is ruled out: by "without" and "no" in the prompt, and everything that the negative prompt names.
 * @param negativePrompt empty if there is none
 */
export function exclusionsOf(reading: Reading, negativePrompt = ''): Exclusions {
  const lexemes = matchWords(negativePrompt);
  const negative = readLexemes(lexemes);
  const words = { prompt: reading.excluded, negative_prompt: ruledOutBy(lexemes) };
  const all = [...words.prompt, ...words.negative_prompt];
  const icons = [...all.flatMap((word) => word.things), ...negative.mentions].map(({ icon }) => icon);
  const groups = icons.flatMap((icon) => WHOLE_GROUPS[icon] ?? []);
  if (isAnimals(icons)) groups.push('animals');
  return {
    icons: new Set(icons),
    groups: new Set(groups),
    text: reading.excludesText || negative.namesText || negative.excludesText,
    settings: all.map(settingOf),
    scenery: [...new Set(all.flatMap((word) => removable(sceneryOf(word))))],
    words,
  };
}

/** "Animals" are three of them. */
function isAnimals(icons: string[]): boolean {
  return ['dog', 'cat', 'rabbit'].every((icon) => icons.includes(icon));
}

/** Every word of a negative prompt is ruled out. */
function ruledOutBy(lexemes: Lexeme[]): RuledOut[] {
  return lexemes.flatMap((lexeme, at): RuledOut[] => {
    if (lexeme.kind === 'unknown') return [{ word: lexeme.word, things: [], setting: {} }];
    if (lexeme.kind !== 'known') return [];
    const { meaning, word } = lexeme;
    switch (meaning.kind) {
      case 'things':
        return [{ word, things: meaning.things, setting: meaning.abstract ? {} : meaning.setting }];
      case 'held':
      case 'setting':
        return [{ word, things: meaning.things, setting: meaning.setting }];
      case 'body':
        return [{ word, things: [], setting: {}, isDetail: true }];
      case 'color':
        if (meaning.noun) return [{ word, things: meaning.noun, setting: {} }];
        return hasNoun(lexemes[at + 1]) ? [] : [{ word, things: [], setting: {}, isDetail: true }];
      default:
        return sceneryNamed(word).length > 0 ? [{ word, things: [], setting: {} }] : [];
    }
  });
}

/** Whether a color belongs to what follows: "red cars" rules cars out. */
function hasNoun(next: Lexeme | undefined): boolean {
  return next?.kind === 'unknown' || (next?.kind === 'known' && ['things', 'setting'].includes(next.meaning.kind));
}

function sceneryOf({ word, things }: RuledOut): readonly Named[] {
  const named = sceneryNamed(word);
  return named.length > 0 ? named : things.flatMap(({ icon }) => sceneryOfIcon(icon));
}

function settingOf(word: RuledOut): Setting {
  const names = sceneryOf(word);
  return names.length > 0 ? settingWithoutScenery(word.setting, names) : word.setting;
}

/** Whether a mention is ruled out. */
export function isExcluded({ icons, groups }: Exclusions, mention: Mention): boolean {
  return icons.has(mention.icon) || [...groups].some((group) => isIn(mention.icon, group));
}

/** Whether a value of the setting is ruled out. */
export function excludesSetting<K extends 'place' | 'time' | 'weather' | 'season' | 'mood'>(
  exclusions: Exclusions,
  name: K,
  value: Setting[K],
): boolean {
  if (value === undefined) return false;
  return exclusions.settings.some(
    (setting) => setting[name] === value || (name === 'place' && setting.weakPlace === value),
  );
}

/** The fields of which something is in the scene although it is ruled out. */
export function unmetExclusions({ words }: Exclusions, scene: Scene): UnmetField[] {
  return (['prompt', 'negative_prompt'] as const).filter((field) =>
    words[field].some((word) => isInScene(word, scene)),
  );
}

function isInScene(word: RuledOut, scene: Scene): boolean {
  if (isMadeOf(scene.place, sceneryOf(word))) return true;
  const { time, weather, season } = settingOf(word);
  if (time === scene.time || weather === scene.weather) return true;
  const isWinter = scene.season === 'winter' || scene.place === 'snow' || scene.weather === 'snow';
  if (season !== undefined && season === (isWinter ? 'winter' : scene.season)) return true;
  // Icons are drawn whole, in colors of their own.
  return word.isDetail === true && scene.subjects.length > 0;
}
