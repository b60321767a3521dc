import { type SubjectColor } from '../../scene';
import { isIn, membershipOf } from '../groups';
import { type Thing } from '../meaning';
import { SLEEPING } from '../words/activities';
import { isChild, isPersonIcon, withActivity, withGender, withTone } from './people';
import { type Mention, type Modifiers } from './reading';

/** A noun with what it stands for. `plenty` is whether "a field of" stands before it. */
type Noun = { things: Thing[]; word: string; plural: boolean; plenty: boolean; isAbstract: boolean };

const MAX_COUNT = 24;
const PLENTY = 9;
const MAX_COLORS = 4;
/** What text can be on. */
const TEXT_CARRIERS = new Set([
  'own:sign',
  'own:banner',
  'own:flag',
  'own:box',
  'own:wall',
  'own:door',
  'own:shop',
  'own:restaurant',
]);

/** What a noun and its modifiers ask for: one mention, or several for several things or colors. */
export function makeMentions(noun: Noun, modifiers: Modifiers): Mention[] {
  const [first] = noun.things;
  if (!first) return [];
  const kinds = noun.things.every((thing) => thing.icon === first.icon) ? 1 : noun.things.length;
  // "Five friends" are five in all, but "two couples" are two of each.
  const { count } = modifiers;
  if (kinds > 1 && count !== undefined && count >= kinds && !noun.plural) {
    return noun.things.flatMap((thing, at) =>
      inColors({ ...noun, things: [thing] }, { ...modifiers, count: shareOf(count, kinds, at) }),
    );
  }
  if (kinds > 1) return noun.things.flatMap((thing) => inColors({ ...noun, things: [thing] }, modifiers));
  if (noun.things.length === 1) return inColors(noun, modifiers);
  // Things of one kind in several colors, like balloons: colors and numbers of the prompt count.
  if (modifiers.colors.length > 0) {
    return inColors({ ...noun, things: [first] }, { ...modifiers, count: count ?? noun.things.length });
  }
  const total = clamp(count ?? noun.things.length);
  return noun.things
    .map((thing, at) => ({ thing, share: shareOf(total, noun.things.length, at) }))
    .filter(({ share }) => share > 0)
    .map(({ thing, share }) => makeMention(thing, noun, modifiers, { color: thing.color, count: share }));
}

/** "Red and blue balloons" are two mentions; "a red and white ball" is red. */
function inColors(noun: Noun, modifiers: Modifiers): Mention[] {
  const [thing] = noun.things;
  if (!thing) return [];
  const count = clamp(modifiers.count ?? usualCount(noun, thing));
  const colors = modifiers.colors.slice(0, Math.min(MAX_COLORS, count));
  if (colors.length < 2)
    return [makeMention(thing, noun, modifiers, { color: modifiers.colors[0] ?? thing.color, count })];
  return colors.map((color, at) =>
    makeMention(thing, noun, modifiers, { color, count: shareOf(count, colors.length, at) }),
  );
}

function usualCount({ plural, plenty }: Noun, thing: Thing): number {
  if (!plural) return plenty && thing.count > 1 ? PLENTY : thing.count;
  return plenty ? PLENTY : (membershipOf(thing.icon).some ?? 3);
}

/** The share of one of several parts, without a rest: 7 in 3 parts are 3, 2, and 2. */
function shareOf(total: number, parts: number, at: number): number {
  return Math.floor(total / parts) + (at < total % parts ? 1 : 0);
}

type Look = { color: SubjectColor | undefined; count: number };

function makeMention(thing: Thing, noun: Noun, modifiers: Modifiers, { color, count }: Look): Mention {
  const isPerson = isPersonIcon(thing.icon);
  const tone = isPerson ? (TONE_OF[color ?? ''] ?? modifiers.tone) : undefined;
  const gendered = isPerson && modifiers.gender ? withGender(thing.icon, modifiers.gender) : thing.icon;
  const active = modifiers.activity ? withActivity(gendered, modifiers.activity) : gendered;
  const icon = tone ? withTone(active, tone) : active;
  const isToned = isPerson && color !== undefined && color in TONE_OF;
  return {
    icon,
    word: noun.word,
    count,
    size: sizeOf(gendered, active !== gendered, modifiers, thing),
    ...(color !== undefined && !isToned && { color }),
    ...(modifiers.text !== undefined && carriesText(icon) && { text: modifiers.text }),
    isTarget: false,
    isOwned: false,
    isAbstract: noun.isAbstract,
    ...(modifiers.activity === SLEEPING && active === gendered && isIn(icon, 'animals') && { isAsleep: true }),
  };
}

/** "A black woman" has a dark skin: before people, these colors are none of a thing. */
const TONE_OF: Partial<Record<string, 'dark' | 'medium' | 'light'>> = {
  black: 'dark',
  brown: 'medium',
  white: 'light',
};

/** Children who do something are drawn as small grown-ups: their own icons are faces. */
function sizeOf(icon: string, isActive: boolean, modifiers: Modifiers, thing: Thing): Mention['size'] {
  if (isChild(icon) && isActive) return 'small';
  // "A little girl" is a girl.
  if (isChild(icon) && modifiers.size === 'small') return 'normal';
  return modifiers.size ?? thing.size ?? 'normal';
}

/** Whether text can be drawn on an icon. */
export function carriesText(icon: string): boolean {
  return TEXT_CARRIERS.has(icon);
}

function clamp(count: number): number {
  return Math.min(MAX_COUNT, Math.max(1, count));
}
