/** Animals that lie curled up, for those whose icons stand. */
import { circle, ellipse, line, path } from '../svg';
import type { OwnDrawing, Paint } from './own-drawing';

const INK = '#3b2a33';
const POINTED = (paint: Paint): string =>
  path('M14 40L10 10L38 26ZM44 24L66 10L62 42Z', paint.main) +
  path('M18 34L16 18L30 27ZM48 26L60 18L58 34Z', '#f2a7a0', 0.8);
const HANGING = (paint: Paint): string =>
  path('M18 32C4 34 0 60 8 70C20 70 24 48 28 34ZM58 30C72 36 74 62 66 70C56 68 52 48 48 32Z', paint.dark);

/** A curled animal with the tail around it, the head at the left, and closed eyes. */
function curled(color: string, ears: (paint: Paint) => string, tail: (paint: Paint) => string): OwnDrawing {
  return {
    width: 160,
    height: 88,
    color,
    draw: (paint) =>
      ellipse(94, 50, 62, 37, paint.dark) +
      ellipse(92, 48, 60, 36, paint.main) +
      ellipse(86, 34, 38, 16, paint.light, 0.45) +
      ellipse(122, 60, 30, 24, paint.dark, 0.35) +
      tail(paint) +
      ears(paint) +
      circle(38, 54, 28, paint.dark) +
      circle(37, 53, 27, paint.main) +
      ellipse(36, 66, 15, 10, paint.light, 0.75) +
      line('M18 52q6 6 12 0M44 52q6 6 12 0', INK, 3.4) +
      path('M32 60H42L37 66Z', INK) +
      line('M37 66v3q-4 4 -8 1M37 69q4 4 8 1', INK, 2) +
      ellipse(66, 80, 17, 8, paint.light, 0.9),
  };
}

const THIN = (paint: Paint): string => line('M142 66C150 82 112 88 84 82', paint.dark, 11);
const BUSHY = (paint: Paint): string =>
  path('M150 52C164 76 132 92 84 86C74 84 72 76 82 74C112 76 128 70 132 52Z', paint.dark) +
  path('M104 75C96 74 88 74 82 74C72 76 74 84 84 86C92 87 98 87 104 87Z', '#fff3e0');
const NONE = (): string => '';

/** By name. */
export const SLEEPERS: Readonly<Record<string, OwnDrawing>> = {
  'curled-cat': curled('#f0a35e', POINTED, THIN),
  'curled-dog': curled('#d39a63', HANGING, THIN),
  'curled-fox': curled('#f7772a', POINTED, BUSHY),
  'curled-wolf': curled('#9b9b9f', POINTED, BUSHY),
  'curled-rabbit': curled('#dcd6e6', HANGING, NONE),
};

/** How an animal lies, by its icon. */
const CURLED: Readonly<Record<string, { icon: string; color?: 'black' | 'brown' }>> = {
  cat: { icon: 'own:curled-cat' },
  'black-cat': { icon: 'own:curled-cat', color: 'black' },
  dog: { icon: 'own:curled-dog' },
  poodle: { icon: 'own:curled-dog' },
  fox: { icon: 'own:curled-fox' },
  wolf: { icon: 'own:curled-wolf' },
  rabbit: { icon: 'own:curled-rabbit' },
  bear: { icon: 'own:curled-dog', color: 'brown' },
};

/** The drawing of an animal that lies curled up; itself if there is none. */
export function asleep<T extends { icon: string; color?: string }>(animal: T): T {
  const lying = CURLED[animal.icon];
  if (!lying) return animal;
  const color = animal.color ?? lying.color;
  return { ...animal, icon: lying.icon, ...(color !== undefined && { color }) };
}
