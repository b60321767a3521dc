import { processState } from '@/lib/platform/process-state';
import { type Place } from '../scene';
import { type SceneryName } from '../scenery';
import { isIn } from './groups';
import { type Setting } from './meaning';
import { singularsOf } from './match/singular';
import { type GroundName, GROUNDS, MADE_OF } from './words/grounds';
import { SCENERY_WORDS } from './words/scenery';

/** Icons that stand for scenery, in whatever language the prompt names them. */
const OF_ICONS: Readonly<Record<string, readonly SceneryName[]>> = {
  sun: ['sun'],
  'full-moon': ['moon'],
  'crescent-moon': ['moon'],
  star: ['star'],
  snowflake: ['snowflake'],
  'deciduous-tree': ['tree', 'pine', 'palm'],
  'evergreen-tree': ['pine'],
  'palm-tree': ['palm'],
  cactus: ['cactus'],
  house: ['house', 'building'],
};

/** What a word for scenery means. */
export type Named = SceneryName | GroundName;

/** What a word or phrase means as scenery; nothing if it means none. */
export function sceneryNamed(word: string): readonly Named[] {
  const named = words().get(word);
  if (named) return named;
  const at = word.lastIndexOf(' ') + 1;
  return singularsOf(word.slice(at)).flatMap((singular) => words().get(word.slice(0, at) + singular) ?? []);
}

/** What an icon means as scenery. */
export function sceneryOfIcon(icon: string): readonly SceneryName[] {
  return OF_ICONS[icon] ?? (isIn(icon, 'flowers') ? ['flower'] : []);
}

/**
 * What a word for scenery says about where and when, if it is ruled out: a night without stars is still a night, a storm
 * without lightning a storm, and a meadow without hills a meadow.
 */
export function settingWithoutScenery(
  { place, weakPlace, season, weather }: Setting,
  names: readonly Named[],
): Setting {
  const isLand = names.includes('mountain') || names.includes('hill');
  const isSky = weather === 'clear' || weather === 'storm';
  return { ...(!isLand && { place, weakPlace }), season, ...(!isSky && { weather }) };
}

/** Names of scenery that can be left out. */
export function removable(names: Iterable<Named>): SceneryName[] {
  return [...names].filter((name): name is SceneryName => !GROUNDS.some((ground) => ground === name));
}

/** Whether a place is made of something. */
export function isMadeOf(place: Place, names: Iterable<Named>): boolean {
  return [...names].some((name) => MADE_OF[place].some((part) => part === name));
}

function words(): Map<string, Named[]> {
  return processState('scene.sceneryWords', () => {
    const found = new Map<string, Named[]>();
    for (const [name, list] of Object.entries(SCENERY_WORDS) as [Named, string][]) {
      for (const word of list.split(', ')) found.set(word, [...(found.get(word) ?? []), name]);
    }
    return found;
  });
}
