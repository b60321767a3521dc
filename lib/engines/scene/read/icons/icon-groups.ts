import { type Place } from '../../scene';

/** A kind of thing: what "animals" or "people" stand for as a whole, and where such things usually are. */
type IconGroup = {
  /** Names of icons, separated by spaces. */
  icons: string;
  /** Where they are if the prompt names no place. */
  home?: Place;
  /** How many "cats" or "flowers" are, without a number: 3 if absent. */
  some?: number;
  /** Larger groups that it belongs to. */
  in?: string[];
};

/** The icons that scenes use, by group. Icons of people are in `people-icons.ts`. */
export const ICON_GROUPS: Record<string, IconGroup> = {
  pets: {
    icons: 'mouse rat cat black-cat dog poodle guide-dog hamster',
    home: 'meadow',
    in: ['animals'],
  },
  farmAnimals: {
    icons:
      'cow pig chicken rooster hatching-chick baby-chick front-facing-baby-chick turkey goose ewe ram goat donkey ox water-buffalo llama',
    home: 'farm',
    in: ['animals'],
  },
  horses: { icons: 'horse', home: 'meadow', in: ['animals'] },
  forestAnimals: {
    icons: 'fox bear wolf deer moose boar owl hedgehog chipmunk beaver badger skunk raccoon bison rabbit snail bat',
    home: 'forest',
    in: ['animals'],
  },
  jungleAnimals: {
    icons: 'monkey gorilla orangutan parrot tiger sloth snake crocodile lizard peacock panda koala',
    home: 'jungle',
    in: ['animals'],
  },
  plainsAnimals: {
    icons: 'lion leopard elephant giraffe zebra rhinoceros hippopotamus kangaroo mammoth sauropod t-rex dodo unicorn',
    home: 'meadow',
    in: ['animals'],
  },
  coldAnimals: { icons: 'penguin polar-bear', home: 'snow', in: ['animals'] },
  desertAnimals: { icons: 'camel two-hump-camel scorpion', home: 'desert', in: ['animals'] },
  waterBirds: { icons: 'duck swan flamingo frog turtle otter', home: 'lake', in: ['animals'] },
  seaAnimals: { icons: 'whale spouting-whale dolphin seal', home: 'sea', in: ['animals'] },
  fishes: {
    icons: 'fish tropical-fish blowfish octopus squid jellyfish shark crab lobster shrimp oyster coral',
    home: 'underwater',
    in: ['animals'],
  },
  birds: { icons: 'bird dove eagle blackbird phoenix-bird', home: 'meadow', some: 5, in: ['animals'] },
  insects: {
    icons: 'butterfly honeybee lady-beetle bug ant beetle cricket fly mosquito worm spider',
    home: 'garden',
    some: 5,
    in: ['animals'],
  },
  fantasyAnimals: { icons: 'dragon', home: 'mountains', in: ['animals'] },
  animalParts: { icons: 'feather paw-prints spider-web nest-with-eggs empty-nest spiral-shell bone' },
  trees: { icons: 'deciduous-tree evergreen-tree palm-tree christmas-tree tanabata-tree', home: 'meadow', some: 5 },
  cacti: { icons: 'cactus', home: 'desert' },
  flowers: {
    icons:
      'rose tulip sunflower cherry-blossom hibiscus hyacinth blossom lotus white-flower wilted-flower flower-playing-cards',
    home: 'garden',
    some: 6,
  },
  plants: {
    icons:
      'herb seedling four-leaf-clover shamrock maple-leaf fallen-leaf leaf-fluttering-in-wind mushroom brown-mushroom sheaf-of-rice pine-decoration',
    home: 'meadow',
    some: 5,
  },
  bunches: { icons: 'bouquet potted-plant wood' },
  fruits: {
    icons:
      'red-apple green-apple pear tangerine lemon lime banana watermelon grapes strawberry blueberries melon cherries peach mango pineapple coconut kiwi-fruit tomato olive avocado',
    in: ['food'],
  },
  vegetables: {
    icons:
      'eggplant potato carrot ear-of-corn hot-pepper bell-pepper cucumber leafy-green broccoli garlic onion ginger-root pea-pod beans chestnut peanuts roasted-sweet-potato',
    in: ['food'],
  },
  meals: {
    icons:
      'bread croissant baguette-bread flatbread pretzel bagel pancakes waffle cheese-wedge meat-on-bone poultry-leg cut-of-meat bacon hamburger french-fries pizza hot-dog sandwich taco burrito tamale stuffed-flatbread falafel egg cooking shallow-pan-of-food pot-of-food fondue bowl-with-spoon green-salad popcorn butter salt canned-food bento-box rice-cracker rice-ball cooked-rice curry-rice steaming-bowl spaghetti oden sushi fried-shrimp fish-cake-with-swirl moon-cake dango dumpling fortune-cookie takeout-box',
    in: ['food'],
  },
  sweets: {
    icons:
      'soft-ice-cream shaved-ice ice-cream doughnut cookie birthday-cake shortcake cupcake pie chocolate-bar candy lollipop custard honey-pot',
    in: ['food'],
  },
  drinks: {
    icons:
      'baby-bottle glass-of-milk hot-beverage teapot teacup-without-handle sake bottle-with-popping-cork wine-glass cocktail-glass tropical-drink beer-mug clinking-beer-mugs clinking-glasses tumbler-glass pouring-liquid cup-with-straw bubble-tea beverage-box mate ice',
    in: ['food'],
  },
  tableware: { icons: 'chopsticks fork-and-knife-with-plate fork-and-knife spoon kitchen-knife jar amphora' },
  roadVehicles: {
    icons:
      'automobile taxi police-car fire-engine ambulance bus trolleybus minibus delivery-truck articulated-lorry pickup-truck sport-utility-vehicle racing-car motorcycle motor-scooter auto-rickshaw bicycle kick-scooter',
    home: 'street',
    in: ['vehicles'],
  },
  farmVehicles: { icons: 'tractor', home: 'farm', in: ['vehicles'] },
  trains: {
    icons:
      'locomotive railway-car high-speed-train bullet-train train tram tram-car metro monorail mountain-railway suspension-railway mountain-cableway aerial-tramway',
    home: 'meadow',
    in: ['vehicles'],
  },
  boats: { icons: 'sailboat canoe speedboat motor-boat ferry passenger-ship ship', home: 'sea', in: ['vehicles'] },
  seaThings: { icons: 'anchor ring-buoy water-wave', home: 'sea' },
  aircraft: { icons: 'airplane small-airplane airplane-departure helicopter parachute', home: 'sky', in: ['vehicles'] },
  spaceThings: {
    icons: 'rocket flying-saucer satellite ringed-planet comet alien astronaut man-astronaut woman-astronaut',
    home: 'space',
  },
  monsters: { icons: 'alien-monster' },
  houses: { icons: 'house house-with-garden houses hut derelict-house', home: 'meadow', in: ['buildings'] },
  townBuildings: {
    icons:
      'office-building post-office hospital bank hotel convenience-store school department-store factory building-construction stadium',
    home: 'city',
    in: ['buildings'],
  },
  sights: {
    icons:
      'castle japanese-castle classical-building wedding tokyo-tower statue-of-liberty church mosque hindu-temple synagogue shinto-shrine kaaba moai',
    home: 'meadow',
    in: ['buildings'],
  },
  volcanoes: { icons: 'mount-fuji volcano', home: 'mountains' },
  fair: {
    icons: 'tent circus-tent ferris-wheel roller-coaster carousel-horse playground-slide fountain',
    home: 'meadow',
  },
  furniture: {
    icons: 'couch-and-lamp chair bed door window bathtub shower toilet mirror person-in-bed',
    home: 'room',
  },
  streetThings: {
    icons: 'stop-sign bus-stop construction fuel-pump postbox open-mailbox-with-raised-flag barber-pole',
    home: 'street',
  },
  islands: { icons: 'desert-island beach-with-umbrella', home: 'beach' },
  sky: {
    icons:
      'sun sun-with-face full-moon crescent-moon star glowing-star shooting-star sparkles cloud rainbow high-voltage snowflake tornado droplet milky-way globe-showing-americas globe-showing-europe-africa globe-showing-asia-australia',
  },
  snowThings: { icons: 'snowman snowman-without-snow sled skis ice-skate', home: 'snow' },
  fires: { icons: 'fire candle flashlight light-bulb red-paper-lantern diya-lamp fireworks sparkler firecracker' },
  clothes: {
    icons:
      't-shirt jeans dress kimono sari scarf gloves coat socks necktie shorts bikini running-shirt womans-clothes lab-coat safety-vest martial-arts-uniform running-shoe hiking-boot high-heeled-shoe flat-shoe womans-boot mans-shoe ballet-shoes thong-sandal womans-sandal',
  },
  hats: {
    icons:
      'top-hat womans-hat billed-cap graduation-cap crown rescue-workers-helmet military-helmet glasses sunglasses goggles ribbon',
  },
  bags: {
    icons: 'backpack handbag clutch-bag purse briefcase luggage shopping-bags basket shopping-cart bucket toolbox',
  },
  instruments: {
    icons:
      'guitar violin trumpet saxophone drum long-drum musical-keyboard accordion banjo flute maracas microphone studio-microphone musical-notes musical-note musical-score headphone bell',
  },
  sports: {
    icons:
      'soccer-ball basketball american-football rugby-football baseball softball tennis volleyball ping-pong badminton ice-hockey cricket-game bowling boxing-glove pool-8-ball flying-disc boomerang yo-yo skateboard roller-skate curling-stone fishing-pole bow-and-arrow bullseye flag-in-hole diving-mask trophy sports-medal military-medal 1st-place-medal',
  },
  toys: {
    icons:
      'teddy-bear puzzle-piece game-die chess-pawn joker video-game piata nesting-dolls japanese-dolls carp-streamer kite balloon party-popper confetti-ball wrapped-gift magic-wand crystal-ball mirror-ball wind-chime slot-machine',
  },
  devices: {
    icons:
      'laptop desktop-computer keyboard computer-mouse printer mobile-phone telephone television radio camera camera-with-flash video-camera movie-camera film-projector film-frames clapper-board battery electric-plug floppy-disk optical-disk computer-disk satellite-antenna',
  },
  clocks: {
    icons: 'alarm-clock mantelpiece-clock stopwatch timer-clock watch hourglass-done hourglass-not-done three-oclock',
  },
  tools: {
    icons:
      'hammer axe pick hammer-and-pick hammer-and-wrench carpentry-saw wrench screwdriver nut-and-bolt gear balance-scale magnet ladder chains scissors sewing-needle thread yarn safety-pin paperclip pushpin straight-ruler triangular-ruler plunger broom sponge soap razor toothbrush fire-extinguisher mouse-trap brick oil-drum wheel white-cane crutch folding-hand-fan roll-of-paper umbrella closed-umbrella lotion-bottle',
  },
  weapons: { icons: 'dagger crossed-swords bomb shield water-pistol trident-emblem' },
  papers: {
    icons:
      'open-book closed-book books notebook notebook-with-decorative-cover newspaper scroll envelope love-letter package pencil pen fountain-pen paintbrush crayon artist-palette memo page-facing-up calendar bookmark ticket receipt world-map compass credit-card framed-picture bar-chart chart-increasing placard performing-arts key old-key locked unlocked money-bag coin dollar-banknote gem-stone ring lipstick abacus',
  },
  science: {
    icons:
      'microscope telescope test-tube petri-dish alembic dna atom-symbol pill syringe stethoscope thermometer adhesive-bandage brain anatomical-heart lungs magnifying-glass-tilted-left',
  },
  spooky: { icons: 'ghost jack-o-lantern skull coffin headstone funeral-urn' },
  flags: { icons: 'triangular-flag white-flag black-flag chequered-flag' },
  hearts: {
    icons:
      'red-heart orange-heart yellow-heart green-heart blue-heart purple-heart black-heart white-heart pink-heart broken-heart sparkling-heart two-hearts heart-on-fire heart-with-arrow heart-with-ribbon',
  },
  signs: {
    icons:
      'yin-yang peace-symbol infinity recycling-symbol speech-balloon thought-balloon warning menorah latin-cross star-of-david star-and-crescent om rosette reminder-ribbon broken-chain eye ear nose mouth tooth flexed-biceps handshake folded-hands raised-fist thumbs-up victory-hand waving-hand clapping-hands footprints hole',
  },
  faces: {
    icons:
      'smiling-face-with-smiling-eyes grinning-face crying-face angry-face sleeping-face smiling-face-with-heart-eyes smiling-face-with-sunglasses face-with-tears-of-joy thinking-face fearful-face clown-face cowboy-hat-face robot ogre goblin pile-of-poo zzz',
  },
  others: { icons: 'cinema fog station barber-pole bellhop-bell bubbles drop-of-blood' },
};
