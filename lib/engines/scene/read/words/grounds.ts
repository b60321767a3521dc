import { type Place } from '../../scene';

/** What places are made of: without it, there would be nothing. */
export const GROUNDS = ['sky', 'ground', 'sand', 'water', 'road', 'wall', 'floor', 'slope'] as const;

/** One of them. */
export type GroundName = (typeof GROUNDS)[number];

/** What each place is made of. `slope`s carry houses; a `snow` that covers everything is no scenery either. */
export const MADE_OF: Readonly<Record<Place, readonly (GroundName | 'snow')[]>> = {
  plain: ['ground', 'floor'],
  meadow: ['sky', 'ground'],
  forest: ['sky', 'ground'],
  mountains: ['sky', 'ground'],
  beach: ['sky', 'ground', 'sand', 'water'],
  sea: ['sky', 'water'],
  underwater: ['water', 'ground', 'sand'],
  desert: ['sky', 'ground', 'sand', 'slope'],
  city: ['sky', 'ground'],
  village: ['sky', 'ground', 'slope'],
  street: ['sky', 'ground', 'road'],
  room: ['wall', 'floor'],
  kitchen: ['wall', 'floor'],
  space: ['sky', 'ground'],
  sky: ['sky'],
  snow: ['sky', 'ground', 'snow'],
  garden: ['sky', 'ground'],
  jungle: ['sky', 'ground'],
  lake: ['sky', 'ground', 'water', 'slope'],
  farm: ['sky', 'ground'],
};
