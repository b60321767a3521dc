/** Which part of a picture things belong to. */
import { type Home, homesOf } from '../../icons/icon-sizes';
import type { Scene } from '../../scene';
import type { Backdrop } from '../places/land';
import { boundsOf, type Cluster } from './cluster';

/** How a placed thing meets its surroundings. */
export type Footing = 'ground' | 'water' | 'island' | 'cloud' | 'none';

/** The picture to fill. */
export type Canvas = {
  width: number;
  height: number;
  seed: number;
  /** Whether nothing but the subjects matters: they fill the picture, and need no ground. */
  isCloseUp?: boolean;
};

/** A part of a picture. What is pinned or afloat has a fixed position; `behind fence` is the ground behind a long fence. */
export type BandName =
  'ground' | 'sky' | 'water' | 'ceiling' | 'wall' | 'banner' | 'pinned' | 'afloat' | 'behind fence';

/** Clusters by where they belong. */
export type Bands = Record<BandName, Cluster[]>;

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

/** Clusters by the band that their main thing belongs to, unless it has another one. */
export function sortIntoBands(
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
  for (const cluster of clusters) bands[otherBand(cluster) ?? bandOf(cluster, scene, backdrop)].push(cluster);
  // One banner is across the picture; more are like everything else.
  if (bands.banner.length > 1) bands.ceiling.push(...bands.banner.splice(0));
  return bands;
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

/** The id of a cluster's main thing. */
export function idOf({ parts }: Cluster): number {
  return parts[0]?.subject.id ?? -1;
}

/** Whether something is far away in the sky, or as large as it. */
export function isDistant({ parts }: Cluster): boolean {
  return DISTANT.test(parts[0]?.subject.icon ?? '');
}

/** The scale at which the largest thing is as large as suits it: an elephant fills more of the picture than an ant. */
export function usualScale(
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

/** Everything that clusters cover. */
export function spanOf(clusters: readonly Cluster[]): ReturnType<typeof boundsOf> {
  return boundsOf({ parts: clusters.flatMap(({ parts }) => parts) });
}
