import type { Place } from '../../scene';
import { drawDesert, drawFarm, drawGarden, drawMeadow, drawMountains, drawSnow } from './fields';
import { drawHeights, drawPlain, drawSpace } from './heights';
import { drawKitchen, drawLivingRoom } from './indoors';
import type { Backdrop, Land } from './land';
import { drawBeach, drawLake, drawSea, drawUnderwater } from './shores';
import { drawCity, drawStreet, drawVillage } from './towns';
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
