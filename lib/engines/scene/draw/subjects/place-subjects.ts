import { type Home, homesOf } from '../../icons/icon-sizes';
import type { Scene } from '../../scene';
import type { Backdrop, Zone } from '../places/land';
import { makeRandom } from '../random';
import { buildClusters } from './build-clusters';
import { boundsOf, type Cluster, moved, type Part } from './cluster';
import { packRows } from './pack-rows';
import { type Floating, scatter } from './scatter';
import { varied } from './vary';

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

/** The picture to fill. */
export type Canvas = {
  width: number;
  height: number;
  seed: number;
  /** Whether nothing but the subjects matters: they fill the picture, and need no ground. */
  isCloseUp?: boolean;
};

type Bands = Record<'ground' | 'sky' | 'water' | 'ceiling', Cluster[]>;

/** Places the subjects of a scene in its backdrop; those to draw first come first. */
export function placeSubjects(scene: Scene, backdrop: Backdrop, canvas: Canvas): PlacedPart[] {
  const bands: Bands = { ground: [], sky: [], water: [], ceiling: [] };
  for (const cluster of varied(buildClusters(scene.subjects))) bands[bandOf(cluster, scene, backdrop)].push(cluster);
  // Different things on the ground need one to stand on.
  const isLoose = canvas.isCloseUp && new Set(bands.ground.map(({ parts }) => parts[0]?.subject.id)).size <= 1;
  const placed = isLoose ? fillCanvas(bands, canvas) : fillBands(bands, scene, backdrop, canvas);
  return placed.flatMap(([clusters, footing]) =>
    [...clusters]
      .sort((a, b) => boundsOf(a).bottom - boundsOf(b).bottom)
      .flatMap((cluster) => partsOf(cluster, footing)),
  );
}

type Placed = [Cluster[], Footing][];

/** Everything where it belongs in a place. */
function fillBands(bands: Bands, scene: Scene, backdrop: Backdrop, canvas: Canvas): Placed {
  const { width, height, seed, isCloseUp } = canvas;
  const random = makeRandom(seed, 'positions');
  const zoom = isCloseUp ? 1.6 : scene.place === 'plain' ? 1.3 : 1;
  const maxScale = usualScale([...bands.ground, ...bands.sky, ...bands.water], canvas, zoom);
  const stand = (clusters: Cluster[], zone: Zone, factor: number): Cluster[] =>
    packRows(clusters, { ...zone, width, ceiling: height * 0.05, maxScale: maxScale * factor }, random);
  const float = (clusters: Cluster[], zone: Zone, factor: number, taken: Cluster[]): Cluster[] => {
    const aim = { at: 0.5, force: clusters.length === 1 ? 0.5 : 0.08 };
    const items = clusters.map((cluster): Floating => ({ cluster, aim }));
    return scatter(items, { ...zone, width, maxScale: maxScale * factor, fill: 0.3, taken }, random);
  };
  const isSea = backdrop.footing === 'island';
  const water = backdrop.water ?? backdrop.ground;
  const isFar = backdrop.water !== undefined && !backdrop.isUnderwater && !isSea;
  const isShared = bands.ground.length > 0 || (isFar && bands.water.length > 0) || isSea;
  const swims = backdrop.isUnderwater === true;
  const ground = stand(bands.ground, backdrop.ground, 1);
  const ceiling = float(bands.ceiling, { top: height * 0.03, bottom: height * 0.3 }, 0.8, []);
  const sky = float(bands.sky, shortened(backdrop.sky, isShared, height), 0.9, ceiling);
  // What is far away in the sky is behind everything; what flies passes before it.
  return [
    [sky.filter(isDistant), 'none'],
    [ceiling, 'none'],
    [swims ? float(bands.water, water, 1, []) : stand(bands.water, water, isFar ? 0.6 : 1), swims ? 'none' : 'water'],
    [
      isCloseUp && sky.length === 0 ? centered(ground, height) : ground,
      backdrop.footing === 'none' ? 'ground' : backdrop.footing,
    ],
    [sky.filter((cluster) => !isDistant(cluster)), 'none'],
  ];
}

/** The clusters, moved up to the middle of the picture if they are below it. */
function centered(clusters: Cluster[], height: number): Cluster[] {
  const all = clusters.flatMap(({ parts }) => parts);
  if (all.length === 0) return clusters;
  const { top, bottom } = boundsOf({ parts: all });
  const rise = Math.min(0, height * 0.53 - (top + bottom) / 2);
  return clusters.map((cluster) => moved(cluster, 0, rise));
}

/** Everything scattered over the whole picture, as large as it fits. */
function fillCanvas({ ground, sky, water, ceiling }: Bands, { width, height, seed }: Canvas): Placed {
  const [high, low] = [
    [...sky, ...ceiling],
    [...ground, ...water],
  ] as const;
  const isMixed = high.length > 0 && low.length > 0;
  const force = isMixed ? 0.7 : high.length + low.length === 1 ? 0.5 : 0.1;
  const items = [
    ...high.map((cluster): Floating => ({ cluster, aim: { at: isMixed ? 0.28 : 0.5, force } })),
    ...low.map((cluster): Floating => ({ cluster, aim: { at: isMixed ? 0.68 : 0.52, force } })),
  ];
  const clusters = items.map(({ cluster }) => cluster);
  const maxScale = usualScale(clusters, { width, height }, 1.6);
  const space = { top: height * 0.09, bottom: height * 0.91, width, maxScale, fill: 0.46, taken: [] };
  return [[scatter(items, space, makeRandom(seed, 'positions')), 'none']];
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
function usualScale(
  clusters: readonly Cluster[],
  { width, height }: { width: number; height: number },
  zoom: number,
): number {
  const largest = Math.max(
    0.1,
    ...clusters.flatMap(({ parts }) => parts.map((part) => Math.sqrt(part.width * part.height))),
  );
  const share = Math.min(0.72, zoom * Math.max(0.3, Math.min(0.56, 0.32 + 0.15 * Math.log2(1 + largest))));
  const side = Math.min(height, width * 1.25, Math.sqrt(width * height));
  return (side * share) / largest;
}
