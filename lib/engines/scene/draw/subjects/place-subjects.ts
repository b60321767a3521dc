import { heightOf, type Home, homesOf } from '../../icons/icon-sizes';
import type { Scene, Subject } from '../../scene';
import type { Backdrop, SkyBody, Zone } from '../places/land';
import { makeRandom, type Random } from '../random';
import { arrangeSubjects, type Spot } from './arrange-subjects';
import { buildClusters } from './build-clusters';
import { boundsOf, type Cluster, moved, type Part } from './cluster';
import { packRows } from './pack-rows';
import {
  alignBelow,
  besideBody,
  clearOf,
  dividedAt,
  hang,
  isBuilding,
  isPinned,
  longFence,
  onLots,
  pin,
} from './settle';

/** How a placed thing meets its surroundings. */
export type Footing = 'ground' | 'water' | 'island' | 'cloud' | 'none';

/** A thing at its position in the picture. `y` is its upper edge. */
export type PlacedPart = Part & { footing: Footing };

/** Far away, or as large as the sky. */
const DISTANT = /sun|moon|planet|globe|cloud|star|rainbow|comet|milky/;
/** Things that live on land as well as in the water. */
const AMPHIBIOUS = new Set([
  'turtle',
  'lobster',
  'seal',
  'duck',
  'swan',
  'goose',
  'own:island',
  'desert-island',
  'anchor',
]);

type BandName = 'ground' | 'sky' | 'water' | 'ceiling' | 'wall' | 'banner' | 'pinned' | 'afloat' | 'behind fence';
type Bands = Record<BandName, Cluster[]>;

/** Places the subjects of a scene in its backdrop; those to draw first come first. */
export function placeSubjects(
  scene: Scene,
  backdrop: Backdrop,
  size: { width: number; height: number; seed: number },
): PlacedPart[] {
  const { subjects, spots } = arrangeSubjects(scene, backdrop);
  const { fence, rest, hidden } = alongFence(subjects, scene, backdrop);
  const bands = sorted(buildClusters(rest), scene, backdrop, (cluster) => {
    const id = idOf(cluster);
    const spot = spots.get(id);
    if (spot && isPinned(spot)) return isBridge(cluster) || spot.icon !== 'own:river' ? 'pinned' : 'afloat';
    return hidden.has(id) || (fence && isBuilding(cluster)) ? 'behind fence' : undefined;
  });
  const { width, height, seed } = size;
  const random = makeRandom(seed, 'positions');
  const maxScale = usualScale([...bands.ground, ...bands['behind fence'], ...bands.sky, ...bands.water], size);
  const [banner] = bands.banner.map((cluster) => hang(cluster, size));
  // What stands below a banner leaves space for what flies there.
  const ceiling = Math.max(height * 0.05, banner ? (bands.sky.length > 0 ? height * 0.46 : banner.bottom) : 0);
  const pack = (clusters: Cluster[], zone: Zone, factor: number, isFloating: boolean): Cluster[] =>
    packRows(clusters, { ...zone, width, ceiling, maxScale: maxScale * factor, isFloating }, random);
  const isSea = backdrop.footing === 'island';
  const water = backdrop.water ?? backdrop.ground;
  const isFar = backdrop.water !== undefined && !backdrop.isUnderwater && !isSea;
  const isShared =
    bands.ground.length + bands.pinned.length > 0 ||
    (isFar && bands.water.length > 0) ||
    isSea ||
    bands.sky.length > 3 ||
    bands.sky.some(isHigh);
  const sky = pack(bands.sky, shortened(belowBanner(backdrop.sky, banner?.bottom), isShared, height), 0.9, true);
  const swimZone = backdrop.isUnderwater === true;
  const divided = fence ? dividedAt(backdrop.ground) : undefined;
  const ground = pack(bands.ground, divided?.before ?? backdrop.ground, 1, false);
  const free = clearOf(alignBelow(ground, spots, size), backdrop.fixtures?.['own:window'] ?? [], size);
  const footing = backdrop.footing === 'none' ? 'ground' : backdrop.footing;
  // What is far away in the sky is behind everything; what flies passes before it.
  const placed: [Cluster[], Footing][] = [
    [sky.filter(isDistant), 'none'],
    [pack(bands.ceiling, { top: height * 0.03, bottom: height * 0.3 }, 0.8, true), 'none'],
    [onWall(bands.wall, backdrop, maxScale, random), 'none'],
    [bands.pinned.flatMap((cluster) => pinned(cluster, spots, maxScale, size)), 'none'],
    [bands.afloat.flatMap((cluster) => pinned(cluster, spots, maxScale, size)), 'water'],
    [pack(bands.water, water, isFar ? 0.6 : 1, swimZone), swimZone ? 'none' : 'water'],
    [pack(bands['behind fence'], divided?.behind ?? backdrop.ground, 1, false), footing],
    [fence && divided ? [longFence(fence, divided.foot, heightOf(fence.icon) * maxScale, size)] : [], 'none'],
    [besideBody(onLots(free, backdrop.lots, size), backdrop.body ?? bodyAmong(sky), size), footing],
    [sky.filter((cluster) => !isDistant(cluster)), 'none'],
    [banner ? [banner.cluster] : [], 'none'],
  ];
  return placed.flatMap(([clusters, carrier]) =>
    clusters.sort((a, b) => boundsOf(a).bottom - boundsOf(b).bottom).flatMap((cluster) => partsOf(cluster, carrier)),
  );
}

/** Clusters by the band that their main thing belongs to, unless it has another one. */
function sorted(
  clusters: readonly Cluster[],
  scene: Scene,
  backdrop: Backdrop,
  otherBand: (cluster: Cluster) => BandName | undefined,
): Bands {
  const bands: Bands = {
    ground: [],
    sky: [],
    water: [],
    ceiling: [],
    wall: [],
    banner: [],
    pinned: [],
    afloat: [],
    'behind fence': [],
  };
  for (const cluster of clusters) {
    bands[otherBand(cluster) ?? bandOf(cluster, scene, backdrop)].push(cluster);
  }
  // One banner is across the picture; more are like everything else.
  if (bands.banner.length > 1) bands.ceiling.push(...bands.banner.splice(0));
  return bands;
}

/** Outdoors, one fence on which nothing is goes from edge to edge; who is behind it stands in a band of its own. */
function alongFence(
  subjects: readonly Subject[],
  { place }: Scene,
  { footing, lots }: Backdrop,
): { fence?: Subject; rest: Subject[]; hidden: Set<number> } {
  const fence = subjects.find(({ icon, count, relation }) => icon === 'own:fence' && count === 1 && !relation);
  const guests = subjects.filter(({ relation }) => fence && relation?.target === fence.id);
  const isLong = footing === 'ground' && lots === undefined && !['plain', 'room', 'kitchen'].includes(place);
  const isClear = guests.every(({ relation }) => /^(behind|in_front_of|beside)$/.test(relation?.kind ?? ''));
  if (!fence || !isLong || !isClear) return { rest: [...subjects], hidden: new Set() };
  const hidden = guests.filter(({ relation }) => relation?.kind === 'behind').map(({ id }) => id);
  const rest = subjects
    .filter((subject) => subject !== fence)
    .map((subject) => {
      const { relation, ...free } = subject;
      return relation?.target === fence.id ? free : subject;
    });
  return { fence, rest, hidden: new Set(hidden) };
}

/** What hangs on the free part of a wall. */
function onWall(clusters: Cluster[], { wall }: Backdrop, maxScale: number, random: Random): Cluster[] {
  if (!wall) return [];
  const { x, y, width, height } = wall;
  const band = { top: y, bottom: y + height, width, ceiling: y, maxScale, isFloating: true };
  return packRows(clusters, band, random).map((cluster) => moved(cluster, x, 0));
}

function pinned(
  cluster: Cluster,
  spots: ReadonlyMap<number, Spot>,
  maxScale: number,
  size: { width: number; height: number },
): Cluster[] {
  const spot = spots.get(idOf(cluster));
  return spot ? [pin(cluster, spot, maxScale, size)] : [];
}

/** The sky below a banner. */
function belowBanner({ top, bottom }: Zone, banner: number | undefined): Zone {
  return banner === undefined ? { top, bottom } : { top: banner * 1.04, bottom: Math.max(bottom, banner * 1.8) };
}

function idOf({ parts }: Cluster): number {
  return parts[0]?.subject.id ?? -1;
}

function isBridge({ parts }: Cluster): boolean {
  return parts[0]?.subject.icon.endsWith('bridge') ?? false;
}

/** The sun or the moon that the prompt asks for. */
function bodyAmong(sky: readonly Cluster[]): SkyBody | undefined {
  const [only, ...others] = sky.filter(isDistant);
  if (!only || others.length > 0) return undefined;
  const { left, right, top, bottom } = boundsOf(only);
  return { x: (left + right) / 2, y: (top + bottom) / 2, radius: (right - left) / 2.4 };
}

function isHigh(cluster: Cluster): boolean {
  return isDistant(cluster) || cluster.parts[0]?.subject.icon === 'own:fireworks';
}

function isDistant({ parts }: Cluster): boolean {
  return DISTANT.test(parts[0]?.subject.icon ?? '');
}

function partsOf({ parts }: Cluster, footing: Footing): PlacedPart[] {
  return [...parts]
    .sort((a, b) => a.depth - b.depth)
    .map((part) => ({ ...part, footing: part.stands ? footing : 'none' }));
}

/** The band that a cluster's main thing belongs to. */
function bandOf(cluster: Cluster, scene: Scene, backdrop: Backdrop): BandName {
  const icon = cluster.parts[0]?.subject.icon ?? '';
  const homes = homesOf(icon);
  const lives = (home: Home): boolean => homes.includes(home);
  const isIndoors = scene.place === 'room' || scene.place === 'kitchen';
  if (icon === 'own:banner') return 'banner';
  if (lives('wall') && backdrop.wall) return 'wall';
  if (lives('ceiling')) return scene.place === 'underwater' || scene.place === 'space' ? 'sky' : 'ceiling';
  if (backdrop.isUnderwater) return lives('swim') || lives('sky') || lives('water') ? 'water' : 'ground';
  if (lives('sky')) return 'sky';
  if (isIndoors || !backdrop.water) return 'ground';
  if (backdrop.footing === 'island') return lives('swim') || lives('water') ? 'water' : 'ground';
  return (lives('swim') || lives('water')) && !AMPHIBIOUS.has(icon) ? 'water' : 'ground';
}

/** If something stands below, the lowest part of the sky is left to it; if not, things fly lower, too. */
function shortened(zone: Zone, isShared: boolean, height: number): Zone {
  const bottom = isShared ? zone.top + (zone.bottom - zone.top) * 0.86 : Math.max(zone.bottom, height * 0.7);
  return { top: zone.top, bottom };
}

/** The scale at which the largest thing is as large as suits it: an elephant fills more of the picture than an ant. */
function usualScale(clusters: readonly Cluster[], { width, height }: { width: number; height: number }): number {
  const largest = Math.max(
    0.1,
    ...clusters.flatMap(({ parts }) => parts.map((part) => Math.sqrt(part.width * part.height))),
  );
  const share = Math.max(0.3, Math.min(0.56, 0.32 + 0.15 * Math.log2(1 + largest)));
  const side = Math.min(height, width * 1.25, Math.sqrt(width * height));
  return (side * share) / largest;
}
