import type { Scene, Subject } from '../../scene';
import type { Backdrop } from '../places/land';
import { arrangeSubjects } from './arrange-subjects';
import { type BandName, type Canvas, type Footing, idOf, sortIntoBands } from './bands';
import { buildClusters } from './build-clusters';
import { boundsOf, type Cluster, type Part } from './cluster';
import { fillBands, type Placed } from './fill-bands';
import { fillCanvas } from './fill-canvas';
import { isBuilding, isPinned } from './settle';
import { varied } from './vary';

/** A thing at its position in the picture. `y` is its upper edge. */
export type PlacedPart = Part & { footing: Footing };

/** Places the subjects of a scene in its backdrop; those to draw first come first. */
export function placeSubjects(scene: Scene, backdrop: Backdrop, canvas: Canvas): PlacedPart[] {
  const { subjects, spots } = arrangeSubjects(scene, backdrop);
  const { fence, rest, hidden } = alongFence(subjects, scene, backdrop);
  const bands = sortIntoBands(varied(buildClusters(rest)), scene, backdrop, (cluster): BandName | undefined => {
    const id = idOf(cluster);
    const spot = spots.get(id);
    if (spot && isPinned(spot)) return isBridge(cluster) || spot.icon !== 'own:river' ? 'pinned' : 'afloat';
    return hidden.has(id) || (fence && isBuilding(cluster)) ? 'behind fence' : undefined;
  });
  // Different things on the ground need one to stand on.
  const isLoose = canvas.isCloseUp && new Set(bands.ground.map(idOf)).size <= 1;
  const placed: Placed = isLoose
    ? [[fillCanvas(bands, canvas), 'none']]
    : fillBands({ bands, fence, spots }, scene, backdrop, canvas);
  return placed.flatMap(([clusters, carrier]) =>
    [...clusters]
      .sort((a, b) => boundsOf(a).bottom - boundsOf(b).bottom)
      .flatMap((cluster) => partsOf(cluster, carrier)),
  );
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

function partsOf({ parts }: Cluster, footing: Footing): PlacedPart[] {
  return [...parts]
    .sort((a, b) => a.depth - b.depth)
    .map((part) => ({ ...part, footing: part.stands ? footing : 'none' }));
}

function isBridge({ parts }: Cluster): boolean {
  return parts[0]?.subject.icon.endsWith('bridge') ?? false;
}
