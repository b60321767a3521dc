import { AIRCRAFT } from './aircraft';
import { BOATS } from './boats';
import { CASTLE } from './castle';
import { FRONTS } from './fronts';
import { FURNITURE } from './furniture';
import { HOUSEHOLD } from './household';
import { LANDFORMS } from './landforms';
import { OUTDOORS } from './outdoors';
import type { OwnDrawing } from './own-drawing';
import { RAIL } from './rail';
import { SEATS } from './seats';
import { SLEEPERS } from './sleepers';
import { STRUCTURES } from './structures';

const DRAWINGS: Readonly<Record<string, OwnDrawing>> = {
  ...AIRCRAFT,
  ...BOATS,
  ...CASTLE,
  ...FRONTS,
  ...FURNITURE,
  ...HOUSEHOLD,
  ...LANDFORMS,
  ...OUTDOORS,
  ...RAIL,
  ...SEATS,
  ...SLEEPERS,
  ...STRUCTURES,
};
const PREFIX = 'own:';

/** The names of all drawings of our own, each with `own:` before it. */
export const OWN_DRAWINGS: readonly string[] = Object.keys(DRAWINGS).map((name) => `${PREFIX}${name}`);

/** The drawing of a name (`own:sign`), or null if the name is another icon's. */
export function findOwnDrawing(icon: string): OwnDrawing | null {
  return icon.startsWith(PREFIX) ? (DRAWINGS[icon.slice(PREFIX.length)] ?? null) : null;
}
