/** What the prompt wants on a side of the picture goes there, and everything else stays where it would be without it. */
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
/** Where a group is tried on its side, as shares of the space there. */
const TRIES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0, 1];

/**
 * Places the subjects of a scene.
 * @param place places the subjects of a scene wherever there is space
 */
export function placeAtSides(scene: Scene, size: Size, place: (scene: Scene) => PlacedPart[]): PlacedPart[] {
  const groups = groupsOf(scene.subjects);
  if (groups.length === 0) return place(scene);
  const together = place(scene);
  const moving = new Set(groups.flatMap(({ subjects }) => subjects));
  const others = scene.subjects.filter((subject) => !moving.has(subject));
  return groups.reduce(
    (placed, group) => {
      const alone = place({ ...scene, subjects: group.subjects });
      return joined(placed, aside(fitted(alone, together, size), group.side, placed, size));
    },
    place({ ...scene, subjects: others }),
  );
}

/** The subjects with a side, each with everything that is related to it. */
function groupsOf(subjects: readonly Subject[]): Group[] {
  const groupOf = new Map(subjects.map(({ id }) => [id, id]));
  for (const { id, relation } of subjects) {
    const [from, to] = [groupOf.get(id), groupOf.get(relation?.target ?? -1)];
    if (from === undefined || to === undefined) continue;
    for (const [member, group] of groupOf) if (group === from) groupOf.set(member, to);
  }
  return [...new Set(groupOf.values())].flatMap((group) => {
    const members = subjects.filter(({ id }) => groupOf.get(id) === group);
    const side = members.find((subject) => subject.side !== undefined)?.side;
    return side === undefined ? [] : [{ side, subjects: members }];
  });
}

/** The parts as large as they are beside everything else, and no wider than a side of the picture. */
function fitted(alone: readonly PlacedPart[], together: readonly PlacedPart[], { width }: Size): PlacedPart[] {
  const [main] = alone;
  if (!main) return [];
  const same = together.find(({ subject }) => subject.id === main.subject.id);
  const { left, right, bottom } = boundsOf({ parts: [...alone] });
  const factor = Math.min(1, (same?.height ?? main.height) / main.height, (MOST_WIDE * width) / (right - left));
  return alone.map((part) => ({
    ...part,
    x: left + (part.x - left) * factor,
    y: bottom + (part.y - bottom) * factor,
    width: part.width * factor,
    height: part.height * factor,
  }));
}

/** The parts on their side, where they hide as little as possible. */
function aside(parts: PlacedPart[], side: Side, placed: readonly PlacedPart[], { width, height }: Size): PlacedPart[] {
  if (parts.length === 0) return parts;
  const { left, right, bottom } = boundsOf({ parts });
  const free = width * (0.5 - MARGIN) - (right - left);
  const start = side === 'left' ? width * MARGIN : width / 2;
  const near = placed.filter((part) => !isDistant({ parts: [part] }));
  const tries = (side === 'middle' ? [0] : TRIES).map((share) => {
    const x = side === 'middle' ? (width - (right - left)) / 2 : start + free * share;
    const shifted = parts.map((part) => ({ ...part, x: part.x + x - left }));
    return { shifted, hidden: hiddenBy(shifted, near) };
  });
  const best = tries.reduce((first, second) => (second.hidden < first.hidden * 0.98 ? second : first)).shifted;
  // What covers something stands before it, so its feet are not behind those of the other.
  const covered = best.every(({ footing }) => footing === 'none')
    ? []
    : near.filter((part) => hiddenBy(best, [part]) > 0);
  const foot = Math.max(bottom, ...covered.filter(({ stands }) => stands).map((part) => part.y + part.height));
  const down = Math.max(0, Math.min(foot, height * 0.97) - bottom);
  return best.map((part) => ({ ...part, y: part.y + down }));
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
