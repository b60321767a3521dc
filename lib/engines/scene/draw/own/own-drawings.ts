import { FURNITURE } from './furniture';
import { LANDFORMS } from './landforms';
import type { OwnDrawing } from './own-drawing';
import { SLEEPERS } from './sleepers';
import { STRUCTURES } from './structures';

const DRAWINGS: Readonly<Record<string, OwnDrawing>> = { ...FURNITURE, ...LANDFORMS, ...STRUCTURES, ...SLEEPERS };
const PREFIX = 'own:';

/** The names of all drawings of our own, each with `own:` before it. */
export const OWN_DRAWINGS: readonly string[] = Object.keys(DRAWINGS).map((name) => `${PREFIX}${name}`);

/** The drawing of a name (`own:sign`), or null if the name is another icon's. */
export function findOwnDrawing(icon: string): OwnDrawing | null {
  return icon.startsWith(PREFIX) ? (DRAWINGS[icon.slice(PREFIX.length)] ?? null) : null;
}
