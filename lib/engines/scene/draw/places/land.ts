import type { Scene } from '../../scene';
import type { Palette } from '../palette';
import type { Random } from '../random';
import type { Box } from '../svg';

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

/** The sun or the moon. */
export type SkyBody = { x: number; y: number; radius: number };

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
  /** The sun or the moon of its sky. */
  body?: SkyBody;
  /** The free part of a wall, where pictures and clocks hang. */
  wall?: Box;
  /** Where buildings have their feet; absent if they stand among everything else. */
  lots?: number;
  /** What the prompt asks for and the place drew by itself, by the name of its icon, with its position. */
  fixtures?: Fixtures;
  /** What carries things without legs or wings of their own: `none` lets them float. */
  footing: 'ground' | 'island' | 'cloud' | 'none';
  /** Whether those in the water are under its surface. */
  isUnderwater?: boolean;
};

/** Positions of things that are part of a place, by the name of their icon. */
export type Fixtures = Readonly<Partial<Record<string, readonly Box[]>>>;

/** What places draw by themselves, by the icons that stand for it. */
const USUAL = {
  window: /^own:window$/,
  lamp: /^own:(floor|table|ceiling)-lamp$|^light-bulb$/,
  'street lamp': /^own:lamp-post$/,
  rug: /^own:rug$/,
  picture: /^(framed-picture|mirror|three-oclock)$/,
  plant: /^potted-plant$/,
  jar: /^jar$/,
  barn: /^own:barn$/,
  fence: /^own:fence$/,
  hay: /^own:hay-bale$/,
  cactus: /^cactus$/,
  tree: /^(deciduous|evergreen|christmas|tanabata|palm)-tree$/,
  pine: /^(evergreen|christmas)-tree$/,
  palm: /^(palm-tree|desert-island)$/,
  flower: /^(rose|tulip|sunflower|cherry-blossom|hibiscus|hyacinth|blossom|white-flower|wilted-flower|bouquet)$/,
  house: /^(house|houses|house-with-garden|hut|derelict-house|own:(cabin|barn)|wedding|church|castle|own:castle)$/,
  building:
    /house|building|^(hut|castle|church|mosque|bank|hotel|school|hospital|factory|cinema|post-office|department-store|convenience-store|own:(cabin|barn|shop|restaurant|castle|tower|windmill|lighthouse))$/,
  river: /^own:river$/,
  path: /^own:(path|road)$/,
  coral: /^coral$/,
  planet: /planet|^globe-|moon|^sun/,
} as const;

/** Whether the prompt itself asks for such a thing: then a place leaves out its own. */
export function asksFor({ scene }: Pick<Land, 'scene'>, thing: keyof typeof USUAL): boolean {
  return scene.subjects.some(({ icon }) => USUAL[thing].test(icon));
}

/** How many of such a thing the prompt asks for. */
export function countOf({ scene }: Pick<Land, 'scene'>, thing: keyof typeof USUAL): number {
  return scene.subjects.reduce((sum, { icon, count }) => sum + (USUAL[thing].test(icon) ? count : 0), 0);
}
