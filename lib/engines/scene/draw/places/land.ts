import type { Scene } from '../../scene';
import type { Palette } from '../palette';
import type { Random } from '../random';

/** What places are drawn with. */
export type Land = {
  /** The picture's size in its own units: its area is a million. */
  width: number;
  height: number;
  /** A hundredth of the shorter side. */
  unit: number;
  scene: Scene;
  palette: Palette;
  random: Random;
  /** Whether the sun, the moon, or clouds are among the subjects: then the sky has none of its own. */
  hasSkyBody: boolean;
};

/** A horizontal band in which subjects stand, from its far edge to its near one. */
export type Zone = { top: number; bottom: number };

/** A drawn place. */
export type Backdrop = {
  /** Gradients and the like. */
  defs: string;
  /** Layers behind the subjects, from far to near; each is a list of elements. */
  back: string[];
  /** Layers before the subjects. */
  front: string[];
  /** Where things stand. */
  ground: Zone;
  /** Where things fly. */
  sky: Zone;
  /** Where things swim or float on the surface. */
  water?: Zone;
  /** What carries things without legs or wings of their own: `none` lets them float. */
  footing: 'ground' | 'island' | 'cloud' | 'none';
  /** Whether those in the water are under its surface. */
  isUnderwater?: boolean;
};
