import type { Build, Outfit } from './outfits';

/** What a body does. `cycling` has both legs beside what is ridden, `astride` one leg on each side of it. */
export type Pose = 'standing' | 'sitting' | 'walking' | 'cycling' | 'astride';

/** A pose, and how many hands are raised to hold something. */
export type Stance = { pose: Pose; held: number };

/** A position in the body's own units: the middle of the body is 0, the ground is 0, up is negative. */
export type Joint = readonly [x: number, y: number];

/** A shoulder, elbow, and hand, or a hip, knee, and foot. */
export type Limb = readonly [Joint, Joint, Joint];

/** Where the parts of a body are. Sitting bodies have their hips at 0 and their feet below. */
export type Skeleton = {
  hip: number;
  shoulder: number;
  /** Half of the trunk's width at the shoulders and at the hips. */
  chest: number;
  waist: number;
  chin: number;
  /** Width of the head's icon. */
  head: number;
  /** Thickness of arms and legs. */
  arm: number;
  leg: number;
  arms: { near: Limb; far: Limb };
  legs: { near: Limb; far: Limb };
  /** Hands that hold something, the free one first. */
  hands: Joint[];
};

/** Lengths of legs and trunk, half widths of shoulders and hips, width of the head, thickness of arms and legs. */
const SIZES: Readonly<Record<Build, readonly [number, number, number, number, number, number, number]>> = {
  adult: [74, 68, 29, 21, 64, 15, 19],
  child: [46, 48, 25, 20, 66, 14, 17],
  baby: [20, 38, 25, 22, 64, 14, 16],
  animal: [30, 54, 27, 29, 78, 17, 20],
};
/** Busts have their own trunk; their shoulders are as wide as this. */
const BUST = { legs: 62, trunk: 44, chest: 35, waist: 25, width: 88 };
/** Legs that ride are long enough for pedals and stirrups. */
const RIDING_LEGS = 50;

/** The joints of a body in a stance. */
export function skeletonOf({ build, isBust, hasTool }: Outfit, { pose, held }: Stance): Skeleton {
  const [legs, trunk, chest, waist, head, arm, leg] = SIZES[build];
  const length = isBust ? BUST.legs : legs;
  const isSeated = pose === 'sitting' || pose === 'astride' || pose === 'cycling';
  const hip = isSeated ? 0 : -length;
  const tall = isBust ? BUST.trunk : trunk;
  const shoulder = hip - tall;
  const wide = isBust ? BUST.chest : chest;
  const side = hasTool ? -1 : 1;
  const hand: Joint = [side * (wide + 17), shoulder + tall * 0.24];
  const other: Joint = [-hand[0], hand[1]];
  const raised = (to: Joint): Limb => [
    [Math.sign(to[0]) * (wide - 6), shoulder + 10],
    [Math.sign(to[0]) * (wide + 15), shoulder + tall * 0.7],
    to,
  ];
  const hanging = (toward: number): Limb => [
    [toward * (wide - 5), shoulder + 10],
    [toward * (wide + 5), shoulder + 0.5 * tall],
    [toward * (wide + 4), hip - (build === 'animal' ? 12 : 2)],
  ];
  const forward = (from: number): Limb => [
    [from, shoulder + 12],
    [-wide - 2, shoulder + tall * 0.62],
    [-wide - 28, shoulder + tall * 0.6],
  ];
  const reaches = pose === 'cycling' || pose === 'astride';
  return {
    ...{ hip, shoulder, chest: wide, waist: isBust ? BUST.waist : waist, chin: shoulder + 7 },
    ...{ head: isBust ? BUST.width : head, arm, leg: isBust ? 20 : leg },
    arms: reaches
      ? { near: forward(4), far: forward(-wide + 8) }
      : { near: held > 0 ? raised(hand) : hanging(side), far: held > 1 ? raised(other) : hanging(-side) },
    legs: legsOf(
      pose,
      pose === 'cycling' || pose === 'astride' ? Math.max(RIDING_LEGS, length) : length,
      isBust ? BUST.waist : waist,
    ),
    hands: [hand, other],
  };
}

function legsOf(pose: Pose, length: number, waist: number): Skeleton['legs'] {
  const apart = waist * 0.5;
  const straight = (side: number): Limb => [
    [side * apart, -length - 6],
    [side * apart * 1.05, -length / 2],
    [side * apart * 1.1, -8],
  ];
  switch (pose) {
    case 'standing':
      return { near: straight(1), far: straight(-1) };
    case 'walking':
      return {
        near: [
          [apart * 0.5, -length - 6],
          [-10, -length * 0.52],
          [-24, -8],
        ],
        far: [
          [-apart * 0.5, -length - 6],
          [10, -length * 0.5],
          [25, -12],
        ],
      };
    case 'sitting':
      return {
        near: [
          [apart, -4],
          [apart * 1.35, 10],
          [apart * 1.35, length * 0.62],
        ],
        far: [
          [-apart, -4],
          [-apart * 1.35, 10],
          [-apart * 1.35, length * 0.62],
        ],
      };
    case 'cycling':
      return cyclingLegs(length);
    case 'astride':
      return astrideLegs(length);
  }
}

/** One foot on the lower pedal, one on the upper one. */
function cyclingLegs(length: number): Skeleton['legs'] {
  return {
    near: [
      [2, -6],
      [-length * 0.48, length * 0.3],
      [-length * 0.24, length * 0.86],
    ],
    far: [
      [-4, -6],
      [-length * 0.6, length * 0.02],
      [-length * 0.42, length * 0.52],
    ],
  };
}

/** Both knees bent, the nearer leg on this side of the back. */
function astrideLegs(length: number): Skeleton['legs'] {
  return {
    near: [
      [0, -6],
      [-length * 0.32, length * 0.26],
      [-length * 0.2, length * 0.74],
    ],
    far: [
      [0, -6],
      [-length * 0.3, length * 0.1],
      [-length * 0.2, length * 0.2],
    ],
  };
}
