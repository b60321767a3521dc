/** How tall things are beside each other, and where they belong. A grown person is 1. */

/** Where something stands if the prompt does not say so. */
export type Home = 'ground' | 'sky' | 'water' | 'swim' | 'ceiling' | 'wall' | 'table';

/** Usual heights. They are closer to each other than in nature, so that a bee beside a house is still seen. */
const HEIGHTS: readonly (readonly [height: number, names: string])[] = [
  [
    0.16,
    'ant lady-beetle beetle bug fly mosquito cricket cockroach ring key old-key coin nut-and-bolt button pill bubbles snowflake gem-stone sewing-needle microbe diamond-with-a-dot',
  ],
  [
    0.2,
    'honeybee butterfly spider worm snail feather fallen-leaf maple-leaf leaf-fluttering-in-wind cherries strawberry blueberries olive chestnut peanuts garlic four-leaf-clover shamrock egg candy cookie lipstick pencil pen crayon paintbrush fountain-pen scissors thread yarn game-die chess-pawn pushpin safety-pin envelope love-letter mobile-phone watch bone razor toothbrush soap lemon lime tangerine peach pear red-apple green-apple kiwi-fruit tomato potato onion mushroom brown-mushroom acorn dna battery light-bulb candle spiral-shell oyster shrimp',
  ],
  [
    0.26,
    'mouse rat hamster chipmunk frog lizard bird hatching-chick baby-chick front-facing-baby-chick blackbird crab scorpion bat hedgehog tropical-fish fish blowfish hot-beverage teacup-without-handle glass-of-milk tumbler-glass wine-glass cocktail-glass tropical-drink beverage-box cup-with-straw beer-mug clinking-beer-mugs clinking-glasses bubble-tea mate sake baby-bottle teapot honey-pot jar salt avocado eggplant banana grapes mango melon pineapple carrot ear-of-corn cucumber broccoli leafy-green bell-pepper hot-pepper coconut croissant baguette-bread bread bagel pretzel pancakes waffle cheese-wedge meat-on-bone poultry-leg cut-of-meat bacon hamburger french-fries pizza hot-dog sandwich taco burrito cupcake doughnut pie shortcake custard chocolate-bar lollipop ice-cream soft-ice-cream shaved-ice sushi rice-ball dango dumpling fortune-cookie cooking steaming-bowl spaghetti green-salad shallow-pan-of-food pot-of-food bowl-with-spoon popcorn watermelon rose tulip hibiscus sunflower blossom cherry-blossom white-flower bouquet daisy hyacinth lotus wilted-flower seedling herb sheaf-of-rice open-book closed-book blue-book green-book orange-book notebook books glasses sunglasses crown top-hat billed-cap womans-hat graduation-cap hammer wrench screwdriver axe pick magnet hourglass-done hourglass-not-done alarm-clock stopwatch crystal-ball magic-wand compass telephone camera soccer-ball basketball baseball softball tennis volleyball american-football rugby-football pool-8-ball bowling yo-yo puzzle-piece teddy-bear wrapped-gift jack-o-lantern trophy sports-medal bell trumpet violin flute maracas microscope nest-with-eggs empty-nest running-shoe hiking-boot high-heeled-shoe womans-boot mans-shoe ballet-shoes gloves socks scarf bomb firecracker paw-prints skull brain heart-suit red-heart sparkling-heart jellyfish squid lobster turtle bucket basket fork-and-knife kitchen-knife spoon bottle-with-popping-cork amphora oil-drum trident-emblem',
  ],
  [
    0.46,
    'cat black-cat dog poodle guide-dog service-dog rabbit fox raccoon badger skunk otter beaver sloth koala monkey owl eagle duck goose swan rooster chicken turkey parrot peacock flamingo penguin dodo dove octopus snake dragon-face wolf lamb goat baby-angel baby pig cactus potted-plant chair backpack luggage handbag shopping-bags briefcase guitar banjo saxophone drum long-drum accordion radio television desktop-computer laptop printer typewriter skateboard kick-scooter sled roller-skate skis birthday-cake package toolbox broom wastebasket fire umbrella closed-umbrella balloon kite parachute money-bag treasure headstone lantern red-paper-lantern mirror framed-picture cat-face dog-face rabbit-face fox-face mouse-face toilet headphone joystick shopping-cart performing-arts artist-palette bow-and-arrow crossed-swords shield dagger candy-cane pine-decoration tanabata-tree satellite seal boomerang fishing-pole ladder',
  ],
  [
    0.72,
    'child boy girl ewe ram boar kangaroo chimpanzee leopard llama deer orangutan panda bear polar-bear gorilla tiger lion zebra donkey goat bicycle motor-scooter bathtub couch-and-lamp bed shark dolphin alien goblin ghost robot barrel telescope grandfather-clock musical-keyboard hippopotamus snowman',
  ],
  [1.05, 'horse cow ox water-buffalo bison moose unicorn two-hump-camel camel rhinoceros motorcycle canoe'],
  [
    1.25,
    'elephant mammoth automobile taxi oncoming-automobile oncoming-taxi police-car racing-car sport-utility-vehicle pickup-truck auto-rickshaw minibus speedboat motor-boat giraffe tractor tent camping dragon sauropod t-rex whale spouting-whale small-airplane helicopter flying-saucer carousel-horse statue-of-liberty moai fountain',
  ],
  [
    1.5,
    'bus trolleybus oncoming-bus ambulance fire-engine delivery-truck articulated-lorry locomotive train tram tram-car railway-car bullet-train high-speed-train light-rail metro airplane rocket sailboat hut house derelict-house palm-tree deciduous-tree evergreen-tree christmas-tree',
  ],
  [
    1.8,
    'house-with-garden houses castle japanese-castle church mosque synagogue hindu-temple shinto-shrine kaaba hospital bank hotel school department-store office-building factory stadium circus-tent ferris-wheel roller-coaster tokyo-tower ship ferry passenger-ship classical-building building-construction convenience-store post-office japanese-post-office love-hotel',
  ],
  [2.1, 'mountain snow-capped-mountain mount-fuji volcano tornado rainbow desert-island'],
  [0.62, 'sun sun-with-face full-moon full-moon-face crescent-moon new-moon-face ringed-planet globe-showing-americas'],
  [0.62, 'globe-showing-europe-africa globe-showing-asia-australia cloud sun-behind-cloud milky-way'],
  [0.62, 'cloud-with-rain cloud-with-lightning cloud-with-lightning-and-rain cloud-with-snow comet'],
  [0.3, 'star glowing-star shooting-star sparkles high-voltage fireworks sparkler'],
];

const OWN_HEIGHTS: Readonly<Record<string, number>> = {
  'own:sign': 0.85,
  'own:banner': 0.5,
  'own:table': 0.58,
  'own:chair': 0.68,
  'own:bench': 0.52,
  'own:fence': 0.45,
  'own:bridge': 0.85,
  'own:lamp-post': 1.5,
  'own:door': 1.15,
  'own:window': 0.8,
  'own:road': 0.4,
  'own:path': 0.4,
  'own:river': 0.4,
  'own:waterfall': 1.7,
  'own:campfire': 0.45,
  'own:book-stack': 0.3,
  'own:shelf': 1.1,
  'own:bed': 0.72,
  'own:rug': 0.2,
  'own:hill': 1,
  'own:island': 0.6,
  'own:rock': 0.42,
  'own:pond': 0.32,
  'own:stairs': 0.9,
  'own:wall': 0.75,
  'own:box': 0.42,
  'own:ball': 0.3,
  'own:cube': 0.38,
  'own:flag': 1.2,
  'own:curled-cat': 0.32,
  'own:curled-dog': 0.34,
  'own:curled-fox': 0.34,
  'own:curled-wolf': 0.4,
  'own:curled-rabbit': 0.28,
  'own:kite': 0.5,
  'own:flown-kite': 1.3,
  'own:lighthouse': 1.9,
  'own:windmill': 1.8,
  'own:balloon': 0.55,
  'own:umbrella': 0.62,
  'own:sofa': 0.68,
  'own:armchair': 0.64,
  'own:floor-lamp': 1.25,
  'own:table-lamp': 0.36,
  'own:ceiling-lamp': 0.6,
  'own:plate': 0.13,
  'own:glass': 0.24,
  'own:fridge': 1.15,
  'own:wardrobe': 1.2,
  'own:fireplace': 1,
  'own:screen': 0.56,
  'own:piano': 0.9,
  'own:shop': 1.6,
  'own:restaurant': 1.9,
  'own:barn': 1.6,
  'own:cabin': 1.35,
  'own:tower': 2.2,
  'own:pyramid': 2,
  'own:hot-air-balloon': 1.25,
  'own:airship': 0.9,
  'own:dragon': 1.4,
  'own:castle': 1.9,
  'own:pizza': 0.2,
  'own:fireworks': 0.85,
  'own:shooting-star': 0.34,
  'own:sailboat': 1.4,
  'own:rowboat': 0.5,
  'own:motorboat': 0.75,
  'own:ship': 1.4,
  'own:train': 1.05,
  'own:stone-bridge': 1,
  'own:barrel': 0.5,
  'own:chest': 0.46,
  'own:hay-bale': 0.5,
  'own:igloo': 0.9,
  'own:surfboard': 1,
  'own:tent': 1.05,
};

const HOMES: Readonly<Record<Exclude<Home, 'ground'>, string>> = {
  sky: 'sun sun-with-face full-moon full-moon-face crescent-moon new-moon new-moon-face first-quarter-moon last-quarter-moon waxing-crescent-moon waning-crescent-moon ringed-planet globe-showing-americas globe-showing-europe-africa globe-showing-asia-australia cloud sun-behind-cloud sun-behind-large-cloud sun-behind-small-cloud cloud-with-rain cloud-with-lightning cloud-with-lightning-and-rain cloud-with-snow sun-behind-rain-cloud star glowing-star shooting-star sparkles comet rainbow high-voltage fireworks airplane airplane-departure airplane-arrival small-airplane helicopter flying-saucer rocket parachute kite balloon butterfly honeybee bat dove eagle bird blackbird phoenix-bird dragon fly mosquito leaf-fluttering-in-wind fallen-leaf maple-leaf feather satellite own:kite own:balloon own:hot-air-balloon own:airship own:dragon own:fireworks own:shooting-star milky-way snowflake droplet musical-note musical-notes baby-angel bubbles party-popper thought-balloon speech-balloon',
  water:
    'own:sailboat own:rowboat own:motorboat own:ship sailboat speedboat motor-boat ferry passenger-ship ship canoe duck swan goose spouting-whale whale dolphin seal anchor ring-buoy lotus desert-island own:island otter person-swimming man-swimming woman-swimming person-surfing man-surfing woman-surfing person-rowing-boat man-rowing-boat woman-rowing-boat',
  swim: 'fish tropical-fish blowfish shark octopus squid jellyfish lobster shrimp turtle whale spouting-whale dolphin seal',
  ceiling: 'red-paper-lantern own:ceiling-lamp mirror-ball light-bulb wind-chime',
  wall: 'own:window framed-picture mirror three-oclock',
  table:
    'own:plate own:pizza own:glass own:table-lamp glass-of-milk hot-beverage teacup-without-handle teapot wine-glass cocktail-glass tropical-drink beer-mug clinking-beer-mugs clinking-glasses tumbler-glass cup-with-straw bubble-tea beverage-box mate sake baby-bottle bottle-with-popping-cork honey-pot jar salt amphora bouquet candle closed-book open-book notebook books own:book-stack birthday-cake shortcake cupcake pie custard doughnut cookie candy chocolate-bar lollipop ice-cream soft-ice-cream shaved-ice pancakes waffle croissant baguette-bread bread bagel pretzel cheese-wedge meat-on-bone poultry-leg cut-of-meat bacon hamburger french-fries pizza hot-dog sandwich taco burrito egg cooking shallow-pan-of-food pot-of-food bowl-with-spoon green-salad popcorn steaming-bowl spaghetti cooked-rice curry-rice sushi rice-ball dango dumpling bento-box red-apple green-apple pear tangerine lemon lime banana watermelon grapes strawberry blueberries melon cherries peach mango pineapple coconut kiwi-fruit tomato olive avocado eggplant potato carrot ear-of-corn hot-pepper bell-pepper cucumber leafy-green broccoli garlic onion chestnut peanuts basket fork-and-knife-with-plate fork-and-knife spoon kitchen-knife rose tulip alarm-clock',
};

const HEIGHT_OF = new Map(
  HEIGHTS.flatMap(([height, names]) => names.split(' ').map((name) => [name, height] as const)),
);
const HOME_OF = new Map(
  Object.entries(HOMES).map(([home, names]) => [home as Exclude<Home, 'ground'>, new Set(names.split(' '))] as const),
);

/** Faces and busts of people: they have no legs to stand on. */
const PERSON =
  /(^|-)(person|man|woman|people|men|women|boy|girl|child|baby|prince|princess|santa|claus|mage|fairy)(-|$)/;
const PROFESSION =
  /^(artist|astronaut|cook|detective|farmer|firefighter|guard|judge|mechanic|ninja|pilot|scientist|singer|student|teacher|technologist|merman|mermaid|elf|genie|vampire|zombie|mage|fairy|superhero|supervillain|troll|police-officer|construction-worker|office-worker|health-worker|factory-worker)/;

/** Whether an icon shows people: then its skin keeps its color. */
export function isPerson(icon: string): boolean {
  return PERSON.test(icon) || PROFESSION.test(icon);
}

/** Usual height of an icon or of a drawing of our own, 0.16…2.1; a grown person is 1. */
export function heightOf(icon: string): number {
  const known = OWN_HEIGHTS[icon] ?? HEIGHT_OF.get(icon);
  if (known !== undefined) return known;
  if (isPerson(icon)) return /boy|girl|child|baby/.test(icon) ? 0.75 : 1;
  if (/(face|heart|hand|ball|book|shoe|flower)$/.test(icon)) return 0.3;
  return 0.42;
}

/** Where something belongs. Those that swim are also at home on the water. */
export function homesOf(icon: string): Home[] {
  const homes = [...HOME_OF].filter(([, names]) => names.has(icon)).map(([home]): Home => home);
  return homes.length > 0 ? homes : ['ground'];
}
