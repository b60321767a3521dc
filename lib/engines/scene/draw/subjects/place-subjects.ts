import { type Home, homesOf } from '../../icons/icon-sizes';
import type { Scene } from '../../scene';
import type { Backdrop, Zone } from '../places/land';
import { makeRandom } from '../random';
import { buildClusters } from './build-clusters';
import { boundsOf, type Cluster, type Part } from './cluster';
import { packRows } from './pack-rows';

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

/** Places the subjects of a scene in its backdrop; those to draw first come first. */
export function placeSubjects(
  scene: Scene,
  backdrop: Backdrop,
  size: { width: number; height: number; seed: number },
): PlacedPart[] {
  const bands: Record<'ground' | 'sky' | 'water' | 'ceiling', Cluster[]> = {
    ground: [],
    sky: [],
    water: [],
    ceiling: [],
  };
  for (const cluster of buildClusters(scene.subjects)) bands[bandOf(cluster, scene, backdrop)].push(cluster);
  const { width, height, seed } = size;
  const random = makeRandom(seed, 'positions');
  const maxScale = usualScale([...bands.ground, ...bands.sky, ...bands.water], size);
  const pack = (clusters: Cluster[], zone: Zone, factor: number, isFloating: boolean): Cluster[] =>
    packRows(clusters, { ...zone, width, ceiling: height * 0.05, maxScale: maxScale * factor, isFloating }, random);
  const isSea = backdrop.footing === 'island';
  const water = backdrop.water ?? backdrop.ground;
  const isFar = backdrop.water !== undefined && !backdrop.isUnderwater && !isSea;
  const isShared = bands.ground.length > 0 || (isFar && bands.water.length > 0) || isSea || bands.sky.length > 3;
  const sky = pack(bands.sky, shortened(backdrop.sky, isShared, height), 0.9, true);
  const swimZone = backdrop.isUnderwater === true;
  // What is far away in the sky is behind everything; what flies passes before it.
  const placed: [Cluster[], Footing][] = [
    [sky.filter(isDistant), 'none'],
    [pack(bands.ceiling, { top: height * 0.03, bottom: height * 0.3 }, 0.8, true), 'none'],
    [pack(bands.water, water, isFar ? 0.6 : 1, swimZone), swimZone ? 'none' : 'water'],
    [pack(bands.ground, backdrop.ground, 1, false), backdrop.footing === 'none' ? 'ground' : backdrop.footing],
    [sky.filter((cluster) => !isDistant(cluster)), 'none'],
  ];
  return placed.flatMap(([clusters, footing]) =>
    clusters.sort((a, b) => boundsOf(a).bottom - boundsOf(b).bottom).flatMap((cluster) => partsOf(cluster, footing)),
  );
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
function bandOf(cluster: Cluster, scene: Scene, backdrop: Backdrop): 'ground' | 'sky' | 'water' | 'ceiling' {
  const icon = cluster.parts[0]?.subject.icon ?? '';
  const homes = homesOf(icon);
  const lives = (home: Home): boolean => homes.includes(home);
  const isIndoors = scene.place === 'room' || scene.place === 'kitchen';
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
