/** What has its own position in the picture: by a window, over a river, along a fence, across the top. */
import type { Subject } from '../../scene';
import { findOwnDrawing } from '../own/own-drawings';
import type { SkyBody, Zone } from '../places/land';
import type { Box } from '../svg';
import type { Spot } from './arrange-subjects';
import { boundsOf, type Cluster, moved, type Part, scaled } from './cluster';

/** The picture. */
type Size = { width: number; height: number };

const BUILDINGS =
  /house|building|^(hut|castle|church|mosque|bank|hotel|school|hospital|factory|cinema|post-office|department-store|convenience-store|wedding|own:(cabin|barn|shop|restaurant|castle|tower|windmill|lighthouse))$/;

/** Whether something is a building. */
export function isBuilding({ parts }: Cluster): boolean {
  return isBuildingIcon(parts[0]?.subject.icon ?? '');
}

/** Whether an icon or a drawing of our own shows a building. */
export function isBuildingIcon(icon: string): boolean {
  return BUILDINGS.test(icon);
}

/** Whether something stays where a spot is, instead of standing among the others. */
export function isPinned({ kind, icon }: Spot): boolean {
  return icon === 'own:river' ? kind !== 'beside' : kind === 'on' || kind === 'in' || kind === 'holding';
}

/** Something at its spot: on a sill, across a river, or in it. Bridges go from edge to edge if they carry a train. */
export function pin(cluster: Cluster, { icon, box }: Spot, scale: number, { width }: Size): Cluster {
  const [main] = cluster.parts;
  const { left, right, top, bottom } = boundsOf(cluster);
  const middle = box.x + box.width / 2;
  if (icon === 'own:river' && main?.subject.icon.endsWith('bridge')) {
    const isViaduct = main.subject.icon === 'own:stone-bridge' || cluster.parts.length > 1;
    const wide = isViaduct ? width * 1.03 : Math.max(box.width * 2, width * 0.55);
    const spanned = scaled(cluster, wide / main.width);
    const [bridge] = spanned.parts;
    const x = isViaduct ? width / 2 : middle;
    const placed = moved(
      spanned,
      x - ((bridge?.x ?? 0) + (bridge?.width ?? 0) / 2),
      box.y + box.height - (bridge ? bridge.y + bridge.height : 0),
    );
    return { parts: placed.parts.map((part, index) => (index === 0 ? part : within(part, width))) };
  }
  const sill = icon === 'own:river' ? box.y + box.height : box.y + box.height * 1.02;
  const most = Math.min(scale, (box.width * 0.8) / (right - left), (box.height * 1.2) / (bottom - top));
  const fitted = scaled(cluster, most);
  const own = boundsOf(fitted);
  return moved(fitted, middle - (own.left + own.right) / 2, sill - own.bottom);
}

/** A part that is no wider than the picture. */
function within(part: Part, width: number): Part {
  const factor = Math.min(1, (width * 0.9) / part.width);
  const [w, h] = [part.width * factor, part.height * factor];
  return { ...part, x: part.x + (part.width - w) / 2, y: part.y + part.height - h, width: w, height: h };
}

/** Moves those that belong below a window under it; their neighbors make way. */
export function alignBelow(
  placed: readonly Cluster[],
  spots: ReadonlyMap<number, Spot>,
  { width, height }: Size,
): Cluster[] {
  const spotOf = ({ parts }: Cluster): Spot | undefined => spots.get(parts[0]?.subject.id ?? -1);
  const [first] = placed.filter((cluster) => spotOf(cluster)?.icon === 'own:window');
  const spot = first && spotOf(first);
  if (!first || !spot) return [...placed];
  const { bottom } = boundsOf(first);
  const isNear = (cluster: Cluster): boolean => Math.abs(boundsOf(cluster).bottom - bottom) < height * 0.05;
  const mine = placed.filter((cluster) => spotOf(cluster) && isNear(cluster));
  const others = placed.filter((cluster) => !spotOf(cluster) && isNear(cluster));
  const wide = (list: readonly Cluster[]): number => list.reduce((sum, cluster) => sum + widthOf(cluster), 0);
  const gap = Math.min(width * 0.04, (width * 0.96 - wide(mine) - wide(others)) / (mine.length + others.length));
  const middle = spot.kind === 'beside' ? spot.box.x + spot.box.width * 1.2 : spot.box.x + spot.box.width / 2;
  // The widest first, each to the side with more space.
  const space = { before: middle - wide(mine) / 2, after: width - middle - wide(mine) / 2 };
  const [before, after]: [Cluster[], Cluster[]] = [[], []];
  for (const other of [...others].sort((a, b) => widthOf(b) - widthOf(a))) {
    const side = space.before >= space.after ? 'before' : 'after';
    (side === 'before' ? before : after).push(other);
    space[side] -= widthOf(other) + gap;
  }
  const row = [...before, ...mine, ...after];
  const lead = wide(before) + gap * before.length;
  let x = middle - wide(mine) / 2 - lead;
  // Nothing leaves the picture.
  x = Math.max(width * 0.02, Math.min(x, width * 0.98 - wide(row) - gap * (row.length - 1)));
  const moves = new Map<Cluster, Cluster>();
  for (const cluster of row) {
    moves.set(cluster, moved(cluster, x - boundsOf(cluster).left, 0));
    x += widthOf(cluster) + gap;
  }
  return placed.map((cluster) => moves.get(cluster) ?? cluster);
}

/** Moves what would hide a window to the free side of the wall, as far as it fits there. */
export function clearOf(placed: readonly Cluster[], windows: readonly Box[], { width }: Size): Cluster[] {
  const [first] = windows;
  if (!first || windows.length > 1) return [...placed];
  const edges = [first.x - first.width * 0.22, first.x + first.width * 1.22] as const;
  const isRight = edges[0] < width - edges[1];
  const [from, to] = isRight ? [edges[1], width * 0.99] : [width * 0.01, edges[0]];
  const hides = (cluster: Cluster): boolean => {
    const { left, right, top } = boundsOf(cluster);
    return top < first.y + first.height * 0.8 && left < edges[1] && right > edges[0];
  };
  const isTall = (cluster: Cluster): boolean => boundsOf(cluster).top < first.y + first.height * 0.8;
  const tall = placed.filter(isTall);
  const wide = tall.reduce((sum, cluster) => sum + widthOf(cluster), 0);
  // What is a little too wide gets smaller.
  const factor = Math.min(1, (to - from) / (wide * 1.02));
  if (!tall.some(hides) || factor < 0.7) return [...placed];
  const gap = (to - from - wide * factor) / tall.length;
  const moves = new Map<Cluster, Cluster>();
  let x = from + gap / 2;
  for (const cluster of tall) {
    const { left, bottom } = boundsOf(cluster);
    moves.set(cluster, moved(scaled(moved(cluster, -left, -bottom), factor), x, bottom));
    x += widthOf(cluster) * factor + gap;
  }
  return placed.map((cluster) => moves.get(cluster) ?? cluster);
}

/** Buildings have their feet beside the road, never on it. */
export function onLots(placed: readonly Cluster[], lots: number | undefined, { height }: Size): Cluster[] {
  if (lots === undefined) return [...placed];
  return placed.map((cluster) => {
    const [main] = cluster.parts;
    if (!main || !isBuilding(cluster)) return cluster;
    const foot = main.y + main.height;
    if (foot <= lots) return cluster;
    const factor = Math.min(1, (lots - height * 0.04) / (foot - boundsOf(cluster).top));
    const middle = main.x + main.width / 2;
    return moved(scaled(moved(cluster, -middle, -foot), factor), middle, lots);
  });
}

/** Moves what is alone in its row aside if it would hide the sun or the moon. */
export function besideBody(placed: readonly Cluster[], body: SkyBody | undefined, { width }: Size): Cluster[] {
  if (!body) return [...placed];
  const reach = body.radius * 1.5;
  return placed.map((cluster, index) => {
    const { left, right, top, bottom } = boundsOf(cluster);
    if (top > body.y + reach || left > body.x + reach || right < body.x - reach) return cluster;
    const shift = [body.x - reach - right, body.x + reach - left].find((dx) => {
      if (left + dx < width * 0.01 || right + dx > width * 0.99) return false;
      return placed.every((other, at) => {
        const own = boundsOf(other);
        const isApart = own.bottom < top || own.top > bottom || own.right < left + dx || own.left > right + dx;
        return at === index || isApart;
      });
    });
    return shift === undefined ? cluster : moved(cluster, shift, 0);
  });
}

/** A fence from edge to edge with its foot at a height. */
export function longFence(subject: Subject, foot: number, tall: number, { width }: Size): Cluster {
  const drawing = findOwnDrawing(subject.icon);
  const wide = drawing ? (tall * drawing.width) / drawing.height : width;
  const count = Math.ceil(width / wide) + 1;
  const start = (width - count * wide) / 2;
  const parts = Array.from({ length: count }, (_, index): Part => {
    return { subject, x: start + index * wide, y: foot - tall, width: wide, height: tall, depth: 0, stands: false };
  });
  return { parts };
}

/** A banner across the upper part, and how far down it goes. */
export function hang({ parts }: Cluster, { width, height }: Size): { cluster: Cluster; bottom: number } {
  const [main] = parts;
  if (!main) return { cluster: { parts }, bottom: 0 };
  const factor = Math.min((width * 0.92) / main.width, (height * 0.3) / main.height);
  const [w, h] = [main.width * factor, main.height * factor];
  const y = height * 0.025;
  const part = { ...main, x: (width - w) / 2, y, width: w, height: h, stands: false };
  return { cluster: { parts: [part] }, bottom: y + h };
}

/** The part of the ground behind a fence, and the one before it. */
export function dividedAt({ top, bottom }: Zone): { behind: Zone; foot: number; before: Zone } {
  const deep = bottom - top;
  return {
    behind: { top, bottom: top + deep * 0.3 },
    foot: top + deep * 0.46,
    before: { top: top + deep * 0.56, bottom },
  };
}

function widthOf(cluster: Cluster): number {
  const { left, right } = boundsOf(cluster);
  return right - left;
}
