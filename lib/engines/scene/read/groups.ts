import { processState } from '@/lib/platform/process-state';
import { type Place } from '../scene';
import { ICON_GROUPS } from './icons/icon-groups';
import { peopleIcons } from './scene-icons';

/** Where people of a profession are, unless the prompt names a place. */
const WORKPLACES: Partial<Record<string, Place>> = {
  cook: 'kitchen',
  farmer: 'farm',
  scientist: 'room',
  teacher: 'room',
  student: 'room',
  'office-worker': 'room',
  technologist: 'room',
  'construction-worker': 'city',
  firefighter: 'street',
  'police-officer': 'street',
  swimming: 'sea',
  surfing: 'sea',
  'rowing-boat': 'lake',
  merpeople: 'underwater',
  skier: 'snow',
  snowboarder: 'snow',
  climbing: 'mountains',
  running: 'meadow',
  walking: 'meadow',
  biking: 'street',
  golfing: 'meadow',
  'person-in-bed': 'room',
  'baby-angel': 'sky',
};

/** Where our own drawings usually are, and which groups they belong to. */
const OWN: Partial<Record<string, { home?: Place; in: string[] }>> = {
  'own:table': { home: 'room', in: ['furniture', 'surfaces'] },
  'own:chair': { home: 'room', in: ['furniture', 'surfaces'] },
  'own:bed': { home: 'room', in: ['furniture', 'surfaces'] },
  'own:shelf': { home: 'room', in: ['furniture', 'surfaces'] },
  'own:rug': { home: 'room', in: ['surfaces'] },
  'own:bench': { home: 'meadow', in: ['surfaces'] },
  'own:door': { home: 'room', in: [] },
  'own:window': { home: 'room', in: ['furniture'] },
  'own:box': { in: ['containers'] },
  'own:book-stack': { in: ['surfaces'] },
  'own:fence': { home: 'meadow', in: [] },
  'own:bridge': { home: 'meadow', in: [] },
  'own:hill': { home: 'meadow', in: ['surfaces'] },
  'own:river': { home: 'meadow', in: ['waters'] },
  'own:pond': { home: 'garden', in: [] },
  'own:road': { home: 'meadow', in: [] },
  'own:path': { home: 'meadow', in: [] },
  'own:waterfall': { home: 'mountains', in: [] },
  'own:campfire': { home: 'forest', in: [] },
  'own:island': { home: 'sea', in: ['surfaces', 'waters'] },
  'own:lamp-post': { home: 'street', in: [] },
  'own:lighthouse': { home: 'beach', in: ['buildings'] },
  'own:windmill': { home: 'meadow', in: ['buildings'] },
  'own:kite': { home: 'meadow', in: ['toys', 'holdable'] },
  'own:balloon': { in: ['toys', 'holdable'] },
  'own:umbrella': { in: ['holdable'] },
  'own:flag': { in: ['flags', 'holdable'] },
  'own:ball': { in: ['toys', 'holdable'] },
  'own:sign': { in: ['holdable'] },
  'own:rock': { in: ['surfaces'] },
  'own:sofa': { home: 'room', in: ['furniture', 'surfaces'] },
  'own:armchair': { home: 'room', in: ['furniture', 'surfaces'] },
  'own:floor-lamp': { home: 'room', in: ['furniture'] },
  'own:table-lamp': { home: 'room', in: ['furniture'] },
  'own:ceiling-lamp': { home: 'room', in: ['furniture'] },
  'own:wardrobe': { home: 'room', in: ['furniture'] },
  'own:fridge': { home: 'kitchen', in: ['furniture'] },
  'own:fireplace': { home: 'room', in: ['furniture'] },
  'own:piano': { home: 'room', in: ['furniture'] },
  'own:screen': { home: 'room', in: ['furniture', 'devices'] },
  'own:plate': { in: ['surfaces', 'tableware'] },
  'own:glass': { in: ['drinks', 'food', 'holdable'] },
  'own:chest': { in: ['containers'] },
  'own:barrel': { in: ['containers'] },
  'own:hay-bale': { home: 'farm', in: ['surfaces'] },
  'own:tent': { home: 'meadow', in: [] },
  'own:igloo': { home: 'snow', in: ['houses', 'buildings'] },
  'own:surfboard': { home: 'beach', in: ['rideable', 'holdable'] },
  'own:shop': { home: 'street', in: ['townBuildings', 'buildings'] },
  'own:restaurant': { home: 'street', in: ['townBuildings', 'buildings'] },
  'own:barn': { home: 'farm', in: ['houses', 'buildings'] },
  'own:cabin': { home: 'forest', in: ['houses', 'buildings'] },
  'own:tower': { home: 'meadow', in: ['sights', 'buildings'] },
  'own:pyramid': { home: 'desert', in: ['sights', 'buildings'] },
  'own:train': { home: 'meadow', in: ['trains', 'vehicles'] },
  'own:stone-bridge': { home: 'meadow', in: [] },
  'own:sailboat': { home: 'sea', in: ['boats', 'vehicles'] },
  'own:rowboat': { home: 'lake', in: ['boats', 'vehicles'] },
  'own:motorboat': { home: 'sea', in: ['boats', 'vehicles'] },
  'own:ship': { home: 'sea', in: ['boats', 'vehicles'] },
  'own:hot-air-balloon': { home: 'sky', in: ['aircraft', 'vehicles'] },
  'own:airship': { home: 'sky', in: ['aircraft', 'vehicles'] },
  'own:castle': { home: 'meadow', in: ['sights', 'buildings'] },
  'own:pizza': { in: ['meals', 'food', 'holdable', 'surfaces'] },
  'own:fireworks': { in: ['sky'] },
  'own:shooting-star': { in: ['sky'] },
  'own:dragon': { home: 'mountains', in: ['fantasyAnimals', 'animals', 'rideable'] },
};

const EXTRA_GROUPS: Record<string, string> = {
  containers:
    'basket bucket jar amphora bowl-with-spoon pot-of-food bathtub shopping-cart backpack handbag teacup-without-handle wrapped-gift nest-with-eggs empty-nest purse luggage',
  surfaces: 'fork-and-knife-with-plate birthday-cake shortcake cupcake couch-and-lamp bed chair snowman',
  rideable:
    'bicycle motorcycle motor-scooter kick-scooter skateboard horse camel two-hump-camel donkey unicorn sled elephant ox carousel-horse llama broom dragon roller-skate own:rug ostrich turtle spouting-whale whale dolphin rocket skis tractor',
  holdable:
    'rose tulip sunflower blossom hibiscus hyacinth white-flower bouquet lotus guitar violin trumpet saxophone flute banjo accordion microphone crossed-swords dagger axe pick hammer wrench broom umbrella shield bow-and-arrow fishing-pole camera mobile-phone open-book closed-book notebook newspaper flashlight red-paper-lantern candle magic-wand balloon triangular-flag white-flag black-flag chequered-flag wrapped-gift trophy teddy-bear red-heart placard magnifying-glass-tilted-left basket bucket backpack handbag briefcase luggage pizza hamburger red-apple soft-ice-cream hot-beverage beer-mug wine-glass cup-with-straw bubble-tea key telescope baseball tennis paintbrush pencil artist-palette spoon kitchen-knife scissors laptop envelope love-letter lollipop popcorn doughnut birthday-cake kite water-pistol trident-emblem shopping-bags fish carrot banana',
  wearable: `${ICON_GROUPS.clothes?.icons ?? ''} ${ICON_GROUPS.hats?.icons ?? ''}`,
};

type Membership = { home?: Place; some?: number; groups: Set<string> };

/** Groups, home, and usual number of an icon; an icon outside of all groups has none. */
export function membershipOf(icon: string): Membership {
  return memberships().get(icon) ?? NOTHING;
}

/** Whether an icon is in a group: one of `ICON_GROUPS`, `people`, or one of those above. */
export function isIn(icon: string, group: string): boolean {
  return membershipOf(icon).groups.has(group);
}

const NOTHING: Membership = { groups: new Set() };

function memberships(): Map<string, Membership> {
  return processState('scene.groups', () => {
    const found = new Map<string, Membership>();
    const add = (icon: string, groups: string[], home?: Place, some?: number) => {
      const entry = found.get(icon) ?? { groups: new Set() };
      for (const group of groups) entry.groups.add(group);
      entry.home ??= home;
      entry.some ??= some;
      found.set(icon, entry);
    };
    for (const [name, group] of Object.entries(ICON_GROUPS)) {
      for (const icon of group.icons.split(' ')) add(icon, [name, ...(group.in ?? [])], group.home, group.some);
    }
    for (const icon of peopleIcons())
      add(icon, ['people'], WORKPLACES[icon.replace(/^(?:person|man|woman)-/, '')] ?? WORKPLACES[icon]);
    for (const [icon, own] of Object.entries(OWN)) add(icon, own?.in ?? [], own?.home);
    for (const [name, icons] of Object.entries(EXTRA_GROUPS)) for (const icon of icons.split(' ')) add(icon, [name]);
    for (const icon of ['clown-face', 'cowboy-hat-face', 'robot', 'ogre', 'goblin', 'alien', 'alien-monster'])
      add(icon, ['beings']);
    return found;
  });
}
