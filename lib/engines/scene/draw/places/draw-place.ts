import type { Place } from '../../scene';
import { drawAbstract } from './abstract';
import { drawCity } from './city';
import { drawFarm, drawGarden } from './farm';
import { drawMeadow, river } from './fields';
import { drawHeights, drawPlain, drawSpace } from './heights';
import { drawDesert, drawMountains, drawSnow } from './highlands';
import { drawKitchen } from './indoors/kitchen';
import { asksFor, type Backdrop, type Land } from './land';
import { drawLivingRoom } from './indoors/living-room';
import { drawBeach, drawLake, drawSea } from './shores';
import { drawStreet } from './street';
import { drawUnderwater } from './underwater';
import { drawVillage } from './village';
import { drawForest, drawJungle } from './woods';

const PLACES: Readonly<Record<Place, (land: Land) => Backdrop>> = {
  plain: drawPlain,
  meadow: drawMeadow,
  forest: drawForest,
  mountains: drawMountains,
  beach: drawBeach,
  sea: drawSea,
  underwater: drawUnderwater,
  desert: drawDesert,
  city: drawCity,
  village: drawVillage,
  street: drawStreet,
  room: drawLivingRoom,
  kitchen: drawKitchen,
  space: drawSpace,
  sky: drawHeights,
  snow: drawSnow,
  garden: drawGarden,
  jungle: drawJungle,
  lake: drawLake,
  farm: drawFarm,
};

/** Draws the place of a scene: its layers, and where subjects go in it. */
export function drawPlace(land: Land): Backdrop {
  if (land.scene.motif !== undefined) return drawAbstract(land);
  return withRiver(land, PLACES[land.scene.place](land));
}

/** A river that the prompt asks for has its course in the land. */
function withRiver(land: Land, backdrop: Backdrop): Backdrop {
  const isLand = backdrop.footing === 'ground' && !backdrop.water && !backdrop.wall && !backdrop.isUnderwater;
  if (!isLand || backdrop.lots !== undefined || land.scene.place === 'plain' || !asksFor(land, 'river'))
    return backdrop;
  const { layer, boxes } = river(land, backdrop.ground);
  return { ...backdrop, back: [...backdrop.back, layer], fixtures: { ...backdrop.fixtures, 'own:river': boxes } };
}
