import type { Place } from '../../scene';
import { drawCity } from './city';
import { drawFarm, drawGarden } from './farm';
import { drawMeadow } from './fields';
import { drawHeights, drawPlain, drawSpace } from './heights';
import { drawDesert, drawMountains, drawSnow } from './highlands';
import { drawKitchen } from './kitchen';
import type { Backdrop, Land } from './land';
import { drawLivingRoom } from './living-room';
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
  return PLACES[land.scene.place](land);
}
