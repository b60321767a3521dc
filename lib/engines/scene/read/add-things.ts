import { type SubjectColor } from '../scene';
import { membershipOf } from './groups';
import { type Meaning, type Thing } from './meaning';
import { isChild, isPersonIcon, isPlainPerson, withActivity, withGender, withTone } from './people';
import { type Mention, type Modifiers, type Reading } from './reading';
import { relate } from './relate';

type Things = Extract<Meaning, { kind: 'things' | 'held' | 'setting' }>;

const MAX_COUNT = 24;
const PLENTY = 9;
/** More mentions than this are never drawn, so they are not kept. */
const MAX_MENTIONS = 60;
/** What text can be on. */
const TEXT_CARRIERS = new Set([
  'own:sign',
  'own:banner',
  'own:flag',
  'own:box',
  'own:wall',
  'own:door',
  'placard',
  'own:shelf',
  'own:window',
]);

/** Adds what a noun stands for, with what stood before it. */
export function addThings(reading: Reading, meaning: Things, word: string, plural: boolean): void {
  const modifiers = takeModifiers(reading);
  const [first] = meaning.things;
  if (!first) return;
  if (modifiers.definite && mergeWithNamed(reading, first, modifiers)) return;
  if (reading.mentions.length >= MAX_MENTIONS) {
    reading.notDrawn.add(word);
    return;
  }
  const isAbstract = meaning.kind === 'things' && meaning.abstract === true;
  const mentions = meaning.things.flatMap((thing) => mentionsOf(reading, thing, word, plural, modifiers, isAbstract));
  const [main] = mentions;
  if (!main) return;
  reading.mentions.push(...mentions);
  relate(reading, main);
  for (const other of mentions.slice(1)) other.joined = { to: main, byAnd: true };
  reading.last = main;
  reading.lastOfAll = main;
  reading.plenty = false;
}

/** Ends what stood before a noun, and gives it back. */
export function takeModifiers(reading: Reading): Modifiers {
  const { modifiers } = reading;
  reading.modifiers = { colors: [] };
  return modifiers;
}

/** "The cat is black" is about the cat of before. */
function mergeWithNamed(reading: Reading, thing: Thing, { count, colors }: Modifiers): boolean {
  if (count !== undefined) return false;
  const named = reading.mentions.findLast((mention) => mention.icon === thing.icon);
  if (!named || (colors[0] !== undefined && named.color !== undefined && named.color !== colors[0])) return false;
  named.color ??= colors[0];
  relateNamed(reading, named);
  reading.last = named;
  return true;
}

function relateNamed(reading: Reading, named: Mention): void {
  if (reading.open?.source !== named && !reading.join) relate(reading, named);
  reading.open = undefined;
  reading.join = undefined;
}

/** One mention, or several: "red and blue balloons" are two. */
function mentionsOf(
  reading: Reading,
  thing: Thing,
  word: string,
  plural: boolean,
  modifiers: Modifiers,
  isAbstract: boolean,
): Mention[] {
  const person = isPersonIcon(thing.icon);
  const { colors, tone } = skinTone(person, modifiers);
  let icon = thing.icon;
  if (person && modifiers.gender) icon = withGender(icon, modifiers.gender);
  const small = isChild(icon) && modifiers.activity !== undefined;
  if (modifiers.activity) icon = withActivity(icon, modifiers.activity);
  if (tone) icon = withTone(icon, tone);
  const some = plural
    ? reading.plenty
      ? PLENTY
      : (membershipOf(thing.icon).some ?? 3)
    : reading.plenty
      ? thing.count * 2
      : thing.count;
  const count = clamp(modifiers.count ?? some);
  const make = (color: SubjectColor | undefined, number: number): Mention => ({
    icon,
    word,
    count: number,
    size: sizeOf(person, small, modifiers, thing),
    ...(color !== undefined && { color }),
    ...(modifiers.text !== undefined && carriesText(icon) && { text: modifiers.text }),
    isTarget: false,
    isOwned: false,
    isAbstract,
  });
  const several = (plural || count > 1) && colors.length > 1;
  if (!several) return [make(colors[0] ?? thing.color, count)];
  const share = Math.max(1, Math.round(count / colors.length));
  return colors.slice(0, 4).map((color) => make(color, share));
}

function sizeOf(person: boolean, small: boolean, modifiers: Modifiers, thing: Thing): Mention['size'] {
  if (small) return 'small';
  const isYoung = isChild(thing.icon) && modifiers.size === 'small';
  return (isYoung ? undefined : modifiers.size) ?? thing.size ?? 'normal';
}

/** "A black woman" has a dark skin: the color is not one of a thing. */
function skinTone(person: boolean, { colors, tone }: Modifiers): Pick<Modifiers, 'colors' | 'tone'> {
  if (!person) return { colors };
  const [color] = colors;
  if (color === 'black') return { colors: [], tone: 'dark' };
  if (color === 'brown') return { colors: [], tone: 'medium' };
  if (color === 'white') return { colors: [], tone: 'light' };
  return { colors, ...(tone !== undefined && { tone }) };
}

/** Whether text can be drawn on an icon. */
export function carriesText(icon: string): boolean {
  return TEXT_CARRIERS.has(icon);
}

/** Changes who does something after the noun: "a woman running". */
export function setActivity(mention: Mention, activity: string): void {
  if (!isPlainPerson(mention.icon)) return;
  if (isChild(mention.icon)) mention.size = 'small';
  mention.icon = withActivity(mention.icon, activity);
}

function clamp(count: number): number {
  return Math.min(MAX_COUNT, Math.max(1, count));
}
