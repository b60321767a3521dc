import { isIn } from './groups';
import { type Setting } from './meaning';
import { type Mention, type Reading } from './clauses/reading';

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
};

/**
 * What is ruled out: by "without" and "no" in the prompt, and everything that the negative prompt names.
 * @param negative the reading of the negative prompt, if there is one
 */
export function exclusionsOf(reading: Reading, negative?: Reading): Exclusions {
  const things = reading.excluded.flatMap((excluded) => excluded.things);
  const settings = reading.excluded.map((excluded) => excluded.setting);
  const named = negative?.mentions ?? [];
  const icons = [...things, ...named].map(({ icon }) => icon);
  const groups = icons.flatMap((icon) => WHOLE_GROUPS[icon] ?? []);
  if (isAnimals(icons)) groups.push('animals');
  return {
    icons: new Set(icons),
    groups: new Set(groups),
    text: reading.excludesText || (negative?.namesText ?? false),
    settings: [...settings, ...(negative?.settings ?? [])],
  };
}

/** "Animals" are three of them. */
function isAnimals(icons: string[]): boolean {
  return ['dog', 'cat', 'rabbit'].every((icon) => icons.includes(icon));
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
