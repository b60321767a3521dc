import { heightOf } from '../../icons/icon-sizes';
import type { Scene, Subject } from '../../scene';
import type { Backdrop, SkyBody, Zone } from '../places/land';
import { makeRandom, type Random } from '../random';
import type { Spot } from './arrange-subjects';
import { type Bands, type Canvas, type Footing, idOf, isDistant, spanOf, usualScale } from './bands';
import { boundsOf, type Cluster, moved } from './cluster';
import { packRows } from './pack-rows';
import { type Floating, scatter } from './scatter';
import { alignBelow, besideBody, clearOf, dividedAt, hang, longFence, onLots, pin } from './settle';
import { uncovered } from './uncover';

/** What is to be placed: clusters by their bands, a fence from edge to edge, and fixed positions by subject. */
export type Contents = { bands: Bands; fence: Subject | undefined; spots: ReadonlyMap<number, Spot> };

/** Clusters with what carries them, those to draw first first. */
export type Placed = [Cluster[], Footing][];

/** Puts everything where it belongs in a place. */
export function fillBands(contents: Contents, scene: Scene, backdrop: Backdrop, canvas: Canvas): Placed {
  const { bands, fence, spots } = contents;
  const { width, height, seed, isCloseUp } = canvas;
  const random = makeRandom(seed, 'positions');
  const zoom = isCloseUp ? 1.6 : scene.place === 'plain' ? 1.3 : 1;
  const largest = [...bands.ground, ...bands['behind fence'], ...bands.sky, ...bands.water];
  const maxScale = usualScale(largest, canvas, zoom);
  const [banner] = bands.banner.map((cluster) => hang(cluster, canvas));
  // What stands below a banner leaves space for what flies there.
  const roof = Math.max(height * 0.05, banner ? (bands.sky.length > 0 ? height * 0.46 : banner.bottom) : 0);
  const stand = (clusters: Cluster[], zone: Zone, factor: number): Cluster[] =>
    packRows(clusters, { ...zone, width, ceiling: roof, maxScale: maxScale * factor }, random);
  const float = (clusters: Cluster[], zone: Zone, factor: number, taken: Cluster[]): Cluster[] =>
    scatter(aimed(clusters), { ...zone, width, maxScale: maxScale * factor, fill: 0.3, taken }, random);
  const { isUnderwater: swims = false, water = backdrop.ground } = backdrop;
  const isFar = backdrop.water !== undefined && !swims && backdrop.footing !== 'island';
  const divided = fence ? dividedAt(backdrop.ground) : undefined;
  const footing = backdrop.footing === 'none' ? 'ground' : backdrop.footing;
  const standing = uncovered(stand(bands.ground, divided?.before ?? backdrop.ground, 1), canvas);
  const free = clearOf(alignBelow(standing, spots, canvas), backdrop.fixtures?.['own:window'] ?? [], canvas);
  const ceiling = float(bands.ceiling, { top: height * 0.03, bottom: height * 0.3 }, 0.8, []);
  const air = shortened(belowBanner(backdrop.sky, banner?.bottom), isSkyShared(bands, backdrop, isFar), height);
  // Nothing in the sky is behind a head.
  const sky = float(bands.sky, air, 0.9, [...ceiling, ...free]);
  const settled = besideBody(onLots(free, backdrop.lots, canvas), backdrop.body ?? bodyAmong(sky), canvas);
  const pinned = (clusters: Cluster[]): Cluster[] =>
    clusters.flatMap((cluster) => {
      const spot = spots.get(idOf(cluster));
      return spot ? [pin(cluster, spot, maxScale, canvas)] : [];
    });
  // What is far away in the sky is behind everything; what flies passes before it.
  return [
    [sky.filter(isDistant), 'none'],
    [ceiling, 'none'],
    [onWall(bands.wall, backdrop, maxScale, random), 'none'],
    [pinned(bands.pinned), 'none'],
    [pinned(bands.afloat), 'water'],
    [
      swims ? float(bands.water, water, 1, []) : uncovered(stand(bands.water, water, isFar ? 0.6 : 1), canvas),
      swims ? 'none' : 'water',
    ],
    [stand(bands['behind fence'], divided?.behind ?? backdrop.ground, 1), footing],
    [fence && divided ? [longFence(fence, divided.foot, heightOf(fence.icon) * maxScale, canvas)] : [], 'none'],
    [isCloseUp && sky.length === 0 ? centered(settled, height) : settled, footing],
    [sky.filter((cluster) => !isDistant(cluster)), 'none'],
    [banner ? [banner.cluster] : [], 'none'],
  ];
}

/** What floats likes the middle of its band: a single thing more than many. */
function aimed(clusters: readonly Cluster[]): Floating[] {
  const aim = { at: 0.5, force: clusters.length === 1 ? 0.5 : 0.08 };
  return clusters.map((cluster) => ({ cluster, aim }));
}

/** Whether something reaches into the lowest part of the sky. */
function isSkyShared({ ground, pinned, water, sky }: Bands, { footing }: Backdrop, isFar: boolean): boolean {
  const isHigh = sky.some((cluster) => isDistant(cluster) || cluster.parts[0]?.subject.icon === 'own:fireworks');
  return ground.length + pinned.length > 0 || (isFar && water.length > 0) || footing === 'island' || isHigh;
}

/** If something stands below, the lowest part of the sky is left to it; if not, things fly lower, too. */
function shortened(zone: Zone, isShared: boolean, height: number): Zone {
  const bottom = isShared ? zone.top + (zone.bottom - zone.top) * 0.86 : Math.max(zone.bottom, height * 0.7);
  return { top: zone.top, bottom };
}

/** The sky below a banner. */
function belowBanner({ top, bottom }: Zone, banner: number | undefined): Zone {
  return banner === undefined ? { top, bottom } : { top: banner * 1.04, bottom: Math.max(bottom, banner * 1.8) };
}

/** What hangs on the free part of a wall. */
function onWall(clusters: readonly Cluster[], { wall }: Backdrop, maxScale: number, random: Random): Cluster[] {
  if (!wall) return [];
  const { x, y, width, height } = wall;
  const space = { top: y, bottom: y + height, width, maxScale, fill: 0.5, taken: [] };
  return scatter(aimed(clusters), space, random).map((cluster) => moved(cluster, x, 0));
}

/** The sun or the moon that the prompt asks for. */
function bodyAmong(sky: readonly Cluster[]): SkyBody | undefined {
  const [only, ...others] = sky.filter(isDistant);
  if (!only || others.length > 0) return undefined;
  const { left, right, top, bottom } = boundsOf(only);
  return { x: (left + right) / 2, y: (top + bottom) / 2, radius: (right - left) / 2.4 };
}

/** The clusters, moved up to the middle of the picture if they are below it. */
function centered(clusters: Cluster[], height: number): Cluster[] {
  if (clusters.length === 0) return clusters;
  const { top, bottom } = spanOf(clusters);
  const rise = Math.min(0, height * 0.53 - (top + bottom) / 2);
  return clusters.map((cluster) => moved(cluster, 0, rise));
}
