import { type Flank, type RelationKind } from '../../scene';
import { homesOf } from '../../icons/icon-sizes';
import { isIn } from '../groups';
import { type Mention, type OpenRelation, type Reading } from './reading';

/** The same relation, seen from the other side. */
const INVERSE: Partial<Record<RelationKind, RelationKind>> = {
  on: 'under',
  behind: 'in_front_of',
  in_front_of: 'behind',
  beside: 'beside',
};

const OPPOSITE: Record<Flank, Flank> = { left: 'right', right: 'left' };

/** Relates a new mention to what stands before it. */
export function relate(reading: Reading, mention: Mention): void {
  const { open, front, join, last } = reading;
  reading.open = undefined;
  reading.join = undefined;
  if (open) {
    if (open.source) applyRelation(open.source, open, mention);
    else openFront(reading, open, mention);
  } else if (front && !join) {
    reading.front = undefined;
    mention.relation = { ...front };
  } else if (join && last) {
    mention.joined = { to: last, byAnd: join === 'and' };
    joinOwned(last, mention);
  } else if (reading.isFlying && isIn(mention.icon, 'toys') && last) {
    hold(last, mention);
  }
  reading.isFlying = false;
}

/** "On the table …": what stands on it follows. */
function openFront(reading: Reading, open: OpenRelation, mention: Mention): void {
  if (open.kind === 'with' || open.kind === 'wearing' || open.isVerb) return;
  mention.isTarget = true;
  reading.front = { kind: open.kind, target: mention, ...(open.flank && { flank: open.flank }) };
}

/** What is joined to something that somebody has belongs to the same one: "a table with a cup and a plate". */
function joinOwned(last: Mention, mention: Mention): void {
  if (last.isOwned && last.relation) {
    mention.relation = { ...last.relation };
    mention.isOwned = true;
    mention.isTarget = true;
  } else if (last.holder && isIn(last.icon, 'wearable') && isIn(mention.icon, 'wearable')) {
    wear(last.holder, mention);
  } else if (last.holder && !isBeing(mention)) {
    mention.relation = { kind: 'beside', target: last.holder };
    mention.isTarget = true;
  }
}

/** Relates the source to a target, in the words of the prompt. */
function applyRelation(source: Mention, { kind, isVerb, isBetween, flank }: OpenRelation, target: Mention): void {
  if (source === target) return;
  if (flank && [source, target].some(({ icon }) => isIn(icon, 'sky'))) return setApart(source, flank, target);
  if (isBetween) return surround(source, target);
  if (kind === 'with') return applyWith(source, target);
  if (kind === 'wearing' || (kind === 'in' && isIn(target.icon, 'wearable') && isBeing(source)))
    return wear(source, target);
  if (kind === 'holding')
    return isIn(target.icon, 'furniture') ? setRelation(source, 'beside', target) : hold(source, target);
  const meant = meantRelation(source, kind, target);
  if (meant === undefined) return;
  target.isTarget = true;
  for (const each of [source, ...joinedTo(source, isVerb)]) setRelation(each, meant, target, flank);
}

/** What is between others is in their middle: they stand beside it. */
function surround(source: Mention, target: Mention): void {
  target.isTarget = true;
  target.isOwned = true;
  target.relation ??= { kind: 'beside', target: source };
}

function meantRelation(source: Mention, kind: RelationKind, target: Mention): RelationKind | undefined {
  if (isIn(target.icon, 'sky') && (kind === 'under' || kind === 'beside')) return undefined;
  if (kind === 'on' && isIn(target.icon, 'rideable') && isBeing(source)) return 'riding';
  if (kind === 'flying_over' && source.icon.endsWith('bridge')) return 'on';
  return kind;
}

function setRelation(source: Mention, kind: RelationKind, target: Mention, flank?: Flank): void {
  const inverse = INVERSE[kind];
  if (!source.relation) source.relation = { kind, target, ...(flank && { flank }) };
  else if (inverse && !target.relation)
    target.relation = { kind: inverse, target: source, ...(flank && { flank: OPPOSITE[flank] }) };
}

/** The sun and what is on the ground each have their own height: they are on sides of the picture. */
function setApart(source: Mention, flank: Flank, target: Mention): void {
  target.isTarget = true;
  source.side ??= flank;
  target.side ??= OPPOSITE[flank];
}

/** What stands joined before the source shares its relation: "a cat and a dog on a sofa", but not after a mere comma. */
function joinedTo(source: Mention, isVerb: boolean): Mention[] {
  const shared: Mention[] = [];
  let link = source.joined;
  if (!link?.byAnd) return shared;
  while (link && shared.length < 12) {
    if (link.to.relation || link.to.isTarget || (isVerb && !link.byAnd)) break;
    if (isBeing(link.to) !== isBeing(source)) break;
    shared.push(link.to);
    link = link.to.joined;
  }
  return shared;
}

function applyWith(owner: Mention, target: Mention): void {
  target.isTarget = true;
  if (isIn(target.icon, 'wearable') && isBeing(owner)) return wear(owner, target);
  if (isBeing(owner) && isIn(target.icon, 'holdable') && !owner.relation) return hold(owner, target);
  if (target.relation) return;
  const kind = isIn(owner.icon, 'containers') ? 'in' : isIn(owner.icon, 'surfaces') ? 'on' : 'beside';
  target.relation = { kind: isIn(target.icon, 'furniture') ? 'beside' : kind, target: owner };
  target.isOwned = true;
}

function hold(holder: Mention, target: Mention): void {
  target.isTarget = true;
  target.holder = holder;
  if (!holder.relation) holder.relation = { kind: 'holding', target };
  else if (!target.relation) target.relation = { kind: 'in_front_of', target: holder };
}

function wear(owner: Mention, target: Mention): void {
  target.isTarget = true;
  target.holder = owner;
  target.relation ??= { kind: isIn(target.icon, 'hats') ? 'on' : 'in_front_of', target: owner };
}

/** Whether it is somebody: people, animals, robots, and the like. */
export function isBeing(mention: Mention): boolean {
  return ['people', 'animals', 'beings', 'snowThings', 'spooky', 'spaceThings'].some((group) =>
    isIn(mention.icon, group),
  );
}

/** "It", "them": relates the last mention to what was meant by them. */
export function relateToNamed(reading: Reading, open: OpenRelation): void {
  const { source } = open;
  if (!source || open.kind === 'with' || open.kind === 'wearing') return;
  if (source.isOwned && source.relation) {
    const { kind, flank } = open;
    source.relation = { kind, target: source.relation.target, ...(flank && { flank }) };
    return;
  }
  const before = reading.mentions.slice(0, reading.mentions.indexOf(source));
  const free = before.filter((mention) => !mention.isTarget);
  // Of several, somebody on the ground: "a monkey and a parrot, a tree behind them".
  const named = free.findLast((mention) => !homesOf(mention.icon).includes('sky')) ?? free.at(-1) ?? before.at(-1);
  // "A cat, and beside it a dog": the source follows.
  if (!named) return open.isVerb ? undefined : openFront(reading, open, source);
  applyRelation(source, open, named);
  if (open.kind === 'behind' || open.kind === 'in_front_of') gather(named);
}

/** What is behind several is behind one, and the others stand beside that. */
function gather(named: Mention): void {
  for (let link = named.joined; link?.byAnd; link = link.to.joined) {
    if (link.to.relation || link.to.isTarget) return;
    link.to.relation = { kind: 'beside', target: named };
  }
}

/** The subject of a verb: the last mention that is no target of a relation. */
export function clauseSubject(reading: Reading): Mention | undefined {
  if (!reading.last) return undefined;
  return reading.mentions.findLast((mention) => !mention.isTarget) ?? reading.last;
}

/** What a preposition relates: the last mention, or who holds or has it. */
export function prepositionSource(reading: Reading): Mention | undefined {
  const { last } = reading;
  return last?.holder ?? (last?.isOwned ? last.relation?.target : undefined) ?? last;
}
