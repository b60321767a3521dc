import { makeMentions } from './make-mentions';
import { type Meaning, type Thing } from '../meaning';
import { isChild, isPlainPerson, withActivity } from './people';
import { type Mention, type Modifiers, type Reading } from './reading';
import { relate } from './relate';

type Things = Extract<Meaning, { kind: 'things' | 'held' | 'setting' }>;

/** More mentions than this are never drawn, so they are not kept. */
const MAX_MENTIONS = 60;
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
  const phrases = [...reading.waiting, modifiers];
  reading.waiting = [];
  const noun = { things: meaning.things, word, plural, plenty: reading.plenty, isAbstract };
  const mentions = phrases.flatMap((phrase) => makeMentions(noun, phrase));
  const [main] = mentions;
  if (!main) return;
  dropTitle(reading, main);
  reading.mentions.push(...mentions);
  relate(reading, main);
  for (const mention of reading.side === undefined ? [] : mentions) mention.side = reading.side;
  reading.side = undefined;
  mentions.slice(1).forEach((other, at) => joinParts(mentions[at] ?? main, other));
  reading.last = mentions.at(-1) ?? main;
  reading.lastOfAll = reading.last;
  reading.plenty = false;
}

/** A title before a colon names what follows; it is no other one. */
function dropTitle(reading: Reading, main: Mention): void {
  const title = reading.titles.find(({ icon, relation }) => icon === main.icon && !relation);
  const isNeeded = reading.mentions.some((mention) => mention.relation?.target === title);
  if (!title || isNeeded) return;
  reading.mentions = reading.mentions.filter((mention) => mention !== title);
  if (title.color !== undefined) main.color ??= title.color;
}

/** What one noun means is together: "a couple on a bench", "red and blue balloons". */
function joinParts(before: Mention, part: Mention): void {
  part.joined = { to: before, byAnd: true };
  part.isTarget = before.isTarget;
  part.isOwned = before.isOwned;
  if (before.isOwned && before.relation) part.relation = { ...before.relation };
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

/** Changes who does something after the noun: "a woman running". */
export function setActivity(mention: Mention, activity: string): void {
  for (let each: Mention | undefined = mention; each && isPlainPerson(each.icon); each = partnerOf(each)) {
    if (isChild(each.icon)) each.size = 'small';
    each.icon = withActivity(each.icon, activity);
  }
}

/** Lets somebody sleep whose icon is awake: "a cat and a dog sleeping". */
export function putToSleep(mention: Mention): void {
  for (let each: Mention | undefined = mention; each; each = partnerOf(each)) each.isAsleep = true;
}

/** Who does the same: "a man and a woman running". */
function partnerOf({ joined }: Mention): Mention | undefined {
  return joined?.byAnd && !joined.to.relation ? joined.to : undefined;
}
