/** Where things can be on other things. */
import { isPerson } from '../../icons/icon-sizes';

/** How far below the upper edge something stands, as a share of the height. */
const SURFACES: Readonly<Record<string, number>> = {
  'own:table': 0.13,
  'own:chair': 0.54,
  'own:bench': 0.54,
  'own:bed': 0.46,
  'own:shelf': 0.01,
  'own:rug': 0.6,
  'own:hill': 0.1,
  'own:island': 0.3,
  'own:rock': 0.16,
  'own:box': 0.3,
  'own:book-stack': 0.06,
  'own:wall': 0.06,
  'own:bridge': 0.34,
  'own:road': 0.72,
  'own:path': 0.7,
  'own:river': 0.6,
  'own:pond': 0.6,
  'own:stairs': 0.06,
  'own:fence': 0.1,
  'own:window': 0.9,
  'own:cube': 0.22,
  'own:ball': 0.05,
  'own:sign': 0.02,
  'own:sofa': 0.56,
  'couch-and-lamp': 0.55,
  bed: 0.45,
  chair: 0.5,
  elephant: 0.08,
  turtle: 0.3,
  'two-hump-camel': 0.42,
  camel: 0.42,
  'deciduous-tree': 0.2,
  'palm-tree': 0.16,
  'evergreen-tree': 0.1,
  'crescent-moon': 0.62,
  cloud: 0.25,
  mountain: 0.12,
  'snow-capped-mountain': 0.1,
  sailboat: 0.72,
  canoe: 0.4,
  rocket: 0.4,
  skateboard: 0.3,
  'kick-scooter': 0.8,
  sled: 0.35,
  broom: 0.45,
  'flying-disc': 0.4,
  'bowl-with-spoon': 0.25,
  books: 0.06,
  'own:armchair': 0.56,
  'own:plate': 0.42,
  'own:pizza': 0.3,
  'own:stone-bridge': 0.05,
  'own:sailboat': 0.72,
  'own:rowboat': 0.3,
  'own:motorboat': 0.45,
  'own:hay-bale': 0.04,
  'own:dragon': 0.55,
};

const ANIMAL_BACK = 0.4;
const ANIMALS =
  /^(horse|cow|ox|pig|dog|cat|black-cat|poodle|fox|wolf|bear|polar-bear|panda|tiger|lion|leopard|zebra|donkey|deer|moose|bison|goat|ewe|ram|llama|rhinoceros|hippopotamus|giraffe|unicorn|kangaroo|boar|mammoth|water-buffalo|rabbit|sauropod|t-rex|dragon|whale|dolphin|snail|ostrich|bee|swan|duck|carousel-horse)$/;

/** Share of the height, from the top, at which something stands on an icon. */
export function surfaceOf(icon: string): number {
  return SURFACES[icon] ?? (ANIMALS.test(icon) ? ANIMAL_BACK : isPerson(icon) ? 0.04 : 0.08);
}

/** Whether there is space below it: legs, branches, an arch. */
export function hasSpaceBelow(icon: string): boolean {
  return /^own:(table|chair|bench|bed|bridge|stone-bridge)$|tree|^(chair|bed|couch-and-lamp|elephant|giraffe|mammoth|horse)$/.test(
    icon,
  );
}

/** Whether it covers what is under it from above. */
export function isRoof(icon: string): boolean {
  return /umbrella|^(rainbow|cloud.*|sun|star|crescent-moon|full-moon|parachute|balloon|own:balloon|own:kite|kite|airplane|helicopter|flying-saucer)$/.test(
    icon,
  );
}

/** How something is inside another thing. */
export type Inside = 'behind the front' | 'before' | 'on the surface';

/** How things are in an icon. */
export function insideOf(icon: string): Inside {
  if (
    /^own:(pond|river|waterfall|island|bed|rug|path|road|plate|sailboat|rowboat|motorboat|ship)$|^(sailboat|bed|couch-and-lamp|water-wave|national-park)$/.test(
      icon,
    )
  )
    return 'on the surface';
  if (
    /house|castle|tree|tent|church|building|school|hospital|store|hut|mosque|temple|shrine|own:(window|door|shelf|shop|restaurant|castle|barn|cabin|tower|igloo|pyramid)|picture|mirror|television|factory|stadium|circus|mountain|rocket|garden|cloud/.test(
      icon,
    )
  )
    return 'before';
  return 'behind the front';
}

/** Whether something is held by its lower end, and rises above the hand. */
export function isHeldBelow(icon: string): boolean {
  return /umbrella|balloon|kite|flag|sign|banner|lollipop|rose|tulip|sunflower|candle|bouquet|torch|trident|magic-wand|fishing-pole|broom/.test(
    icon,
  );
}

/** Whether something that is held stands on the ground beside its holder. */
export function isPole(icon: string): boolean {
  return /^own:(flag|sign|lamp-post)$|^(ladder|trident-emblem|skis|broom|black-flag|triangular-flag)$/.test(icon);
}

/** Whether riders stand on it instead of sitting behind its outline. */
export function isRiddenStanding(icon: string): boolean {
  return /skateboard|scooter|sled|surf|skis|rocket|broom|cloud|turtle|snail|own:|flying-disc|carpet|whale|moon|star/.test(
    icon,
  );
}
