/**
 * What the prompt wants on a side of the picture or elsewhere goes there, and everything else stays where it would be
 * without it.
 */
import { homesOf } from '../icons/icon-sizes';
import type { Scene, Side, Subject } from '../scene';
import { isDistant } from './subjects/bands';
import { boundsOf } from './subjects/cluster';
import type { PlacedPart } from './subjects/place-subjects';

/** The picture, in the units of its parts. */
type Size = { width: number; height: number };
/** Subjects that keep together because they are related. */
type Group = { side: Side; subjects: Subject[] };

/** The widest group, as a share of the picture. */
const MOST_WIDE = 0.45;
const MARGIN = 0.03;
/** Where a group is tried on its side, as shares of the space there: its middle first. */
const TRIES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0, 1];
/** How large a group is tried that may be anywhere, */
const FACTORS = [1, 0.8, 0.6];
/** and how much of itself it may hide of others. */
const MOST_HIDDEN = 0.03;

/**
 * Places the subjects of a scene.
 * @param place places the subjects of a scene wherever there is space
 */
export function placeAtSides(scene: Scene, size: Size, place: (scene: Scene) => PlacedPart[]): PlacedPart[] {
  const groups = groupsOf(scene);
  if (groups.length === 0) return place(scene);
  const together = place(scene);
  const moving = new Set(groups.flatMap(({ subjects }) => subjects));
  const others = scene.subjects.filter((subject) => !moving.has(subject));
  return groups.reduce(
    (placed, group) => {
      const alone = place({ ...scene, subjects: group.subjects });
      const parts = fitted(alone, together, size);
      const moved = group.side === 'elsewhere' ? anywhere(parts, placed, size) : aside(parts, group.side, placed, size);
      return joined(placed, moved);
    },
    place({ ...scene, subjects: others }),
  );
}

/** The subjects with a side, each with everything that is related to it. */
function groupsOf({ subjects, place }: Scene): Group[] {
  const groupOf = new Map(subjects.map(({ id }) => [id, id]));
  for (const { id, relation } of subjects) {
    const [from, to] = [groupOf.get(id), groupOf.get(relation?.target ?? -1)];
    if (from === undefined || to === undefined) continue;
    for (const [member, group] of groupOf) if (group === from) groupOf.set(member, to);
  }
  return [...new Set(groupOf.values())].flatMap((group) => {
    const members = subjects.filter(({ id }) => groupOf.get(id) === group);
    const sides = members.flatMap(({ side }) => side ?? []);
    const side = sides.find((other) => other !== 'elsewhere') ?? (isSeparate(members) ? sides[0] : undefined);
    return side === undefined ? [] : [{ side, subjects: members }];
  });

  /** Whether none of them belongs to something that was named before; small things share the table that is there. */
  function isSeparate([first]: readonly Subject[]): boolean {
    if (first?.side !== 'elsewhere') return false;
    const isIndoors = place === 'room' || place === 'kitchen';
    const hasTable = subjects.some(({ icon }) => icon === 'own:table');
    return !(isIndoors && hasTable && homesOf(first.icon).includes('table'));
  }
}

/** The parts as large as they are beside everything else, and no wider than a side of the picture. */
function fitted(alone: readonly PlacedPart[], together: readonly PlacedPart[], { width }: Size): PlacedPart[] {
  const [main] = alone;
  if (!main) return [];
  const same = together.find(({ subject }) => subject.id === main.subject.id);
  const { left, right } = boundsOf({ parts: [...alone] });
  const factor = Math.min(1, (same?.height ?? main.height) / main.height, (MOST_WIDE * width) / (right - left));
  return shrunk(alone, factor);
}

/** The parts on their side, where they hide as little as possible. */
function aside(
  parts: PlacedPart[],
  side: Exclude<Side, 'elsewhere'>,
  placed: readonly PlacedPart[],
  size: Size,
): PlacedPart[] {
  if (parts.length === 0) return parts;
  const { left, right } = boundsOf({ parts });
  const [wide, half] = [right - left, size.width / 2];
  const margin = size.width * MARGIN;
  if (side === 'middle') return onFeet(shiftedTo(parts, half - wide / 2), placed, size);
  const start = side === 'left' ? margin : half;
  return onFeet(leastHiding(parts, { start, free: half - margin - wide }, placed), placed, size);
}

/** The parts wherever they hide next to nothing, a little smaller if they must be. */
function anywhere(parts: PlacedPart[], placed: readonly PlacedPart[], size: Size): PlacedPart[] {
  if (parts.length === 0 || hiddenBy(parts, nearOnes(placed)) === 0) return parts;
  const margin = size.width * MARGIN;
  const tries = FACTORS.map((factor) => {
    const small = shrunk(parts, factor);
    const { left, right } = boundsOf({ parts: small });
    const best = leastHiding(small, { start: margin, free: size.width - 2 * margin - (right - left) }, placed);
    return { best, share: hiddenBy(best, nearOnes(placed)) / hiddenBy(best, best) };
  });
  const found = tries.find(({ share }) => share <= MOST_HIDDEN);
  const least = tries.reduce((first, second) => (second.share < first.share * 0.8 ? second : first));
  return onFeet((found ?? least).best, placed, size);
}

/** The parts where they hide as little as possible of what is near, from `start` on and with `free` to spare. */
function leastHiding(
  parts: readonly PlacedPart[],
  { start, free }: { start: number; free: number },
  placed: readonly PlacedPart[],
): PlacedPart[] {
  const near = nearOnes(placed);
  const tries = TRIES.map((share) => {
    const shifted = shiftedTo(parts, start + free * share);
    return { shifted, hidden: hiddenBy(shifted, near) };
  });
  return tries.reduce((first, second) => (second.hidden < first.hidden * 0.98 ? second : first)).shifted;
}

/** What covers something stands before it, so its feet are not behind those of the other. */
function onFeet(parts: PlacedPart[], placed: readonly PlacedPart[], { height }: Size): PlacedPart[] {
  const { bottom } = boundsOf({ parts });
  const covered = parts.every(({ footing }) => footing === 'none')
    ? []
    : nearOnes(placed).filter((part) => hiddenBy(parts, [part]) > 0);
  const foot = Math.max(bottom, ...covered.filter(({ stands }) => stands).map((part) => part.y + part.height));
  const down = Math.max(0, Math.min(foot, height * 0.97) - bottom);
  return parts.map((part) => ({ ...part, y: part.y + down }));
}

function nearOnes(placed: readonly PlacedPart[]): PlacedPart[] {
  return placed.filter((part) => !isDistant({ parts: [part] }));
}

function shiftedTo(parts: readonly PlacedPart[], x: number): PlacedPart[] {
  const { left } = boundsOf({ parts: [...parts] });
  return parts.map((part) => ({ ...part, x: part.x + x - left }));
}

/** The parts smaller, with their feet where they are. */
function shrunk(parts: readonly PlacedPart[], factor: number): PlacedPart[] {
  const { left, bottom } = boundsOf({ parts: [...parts] });
  return parts.map((part) => ({
    ...part,
    x: left + (part.x - left) * factor,
    y: bottom + (part.y - bottom) * factor,
    width: part.width * factor,
    height: part.height * factor,
  }));
}

/** How much of others is covered, as an area. */
function hiddenBy(parts: readonly PlacedPart[], others: readonly PlacedPart[]): number {
  let area = 0;
  for (const part of parts) {
    for (const other of others) {
      const across = Math.min(part.x + part.width, other.x + other.width) - Math.max(part.x, other.x);
      const down = Math.min(part.y + part.height, other.y + other.height) - Math.max(part.y, other.y);
      area += Math.max(0, across) * Math.max(0, down);
    }
  }
  return area;
}

/** What is far away in the sky is behind everything, all else before it. */
function joined(placed: readonly PlacedPart[], added: readonly PlacedPart[]): PlacedPart[] {
  const isFar = added.every((part) => isDistant({ parts: [part] }));
  return isFar ? [...added, ...placed] : [...placed, ...added];
}
