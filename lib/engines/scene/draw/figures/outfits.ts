/** Who has a body of our own: their icons are heads or busts, or stand too stiff to hold and ride. */

/** How somebody is built: what differs are the lengths of trunk and legs. */
export type Build = 'adult' | 'child' | 'baby' | 'animal';

/** What a body under an icon is made of. Colors are `#rrggbb`. */
export type Outfit = {
  /** The icon of the head, or of head and chest. */
  head: string;
  /** Whether the icon has shoulders and clothes of its own. */
  isBust: boolean;
  build: Build;
  /** Clothes of the trunk and the sleeves; of animals, the fur. */
  top: string;
  legs: string;
  shoes: string;
  /** Hands, and arms without sleeves. */
  skin: string;
  hasSkirt?: boolean;
  hasShortSleeves?: boolean;
  /** Whether the bust holds something at the right: then the other hand is free. */
  hasTool?: boolean;
  /** Belly of an animal, panel of a robot. */
  belly?: string;
  tail?: 'bushy' | 'thin' | 'round';
};

const SKIN = { '': '#ffc233', light: '#fbd3bd', medium: '#c68d6f', dark: '#7a4a38' } as const;
const [GRAY, NAVY, INK] = ['#8d879c', '#4a4668', '#3d3654'];

const person = (top: string, other: Partial<Outfit> = {}): Omit<Outfit, 'head' | 'skin'> => ({
  ...{ isBust: false, build: 'adult', top, legs: GRAY, shoes: NAVY, hasShortSleeves: true },
  ...other,
});
const bust = (top: string, other: Partial<Outfit> = {}) =>
  person(top, { isBust: true, hasShortSleeves: false, legs: NAVY, shoes: INK, ...other });
const animal = (top: string, belly: string, other: Partial<Outfit> = {}): Omit<Outfit, 'head' | 'skin'> => ({
  ...{ isBust: false, build: 'animal', top, legs: top, shoes: top, belly },
  ...other,
});

const BLUE = '#2b9fe8';
const PURPLE = '#8b62bf';
const ORANGE = '#f4702f';

/** By the name of the icon, without gender and skin tone. */
const OUTFITS: Readonly<Record<string, Omit<Outfit, 'head' | 'skin'> & { head?: string; skin?: string }>> = {
  'man-standing': person(BLUE, { head: 'man' }),
  'woman-standing': person(PURPLE, { head: 'woman' }),
  'person-standing': person(ORANGE, { head: 'person' }),
  'man-walking': person(BLUE, { head: 'man' }),
  'woman-walking': person(PURPLE, { head: 'woman' }),
  'person-walking': person(ORANGE, { head: 'person' }),
  boy: person('#20a88f', { build: 'child', legs: '#4f6fb0' }),
  girl: person('#ef5f8f', { build: 'child', hasSkirt: true }),
  child: person('#f0a63a', { build: 'child', legs: '#5a77a8' }),
  baby: person('#8ccbf0', { build: 'baby', legs: '#8ccbf0', shoes: '#8ccbf0', hasShortSleeves: false }),
  'old-man': person('#6f7f5a', { legs: '#7a6a5c', shoes: '#5a4536', hasShortSleeves: false }),
  'old-woman': person('#a0567f', { hasSkirt: true, shoes: '#5a4536', hasShortSleeves: false }),
  'older-person': person('#5f7fa0', { legs: '#7a6a5c', shoes: '#5a4536', hasShortSleeves: false }),
  'santa-claus': person('#e5352f', { legs: '#e5352f', shoes: INK, hasShortSleeves: false, belly: '#f6f2ee' }),
  'mrs-claus': person('#e5352f', { hasSkirt: true, shoes: INK, hasShortSleeves: false }),
  'man-beard': person('#b5443a', { hasShortSleeves: false }),
  'person-beard': person('#b5443a', { hasShortSleeves: false }),
  'woman-beard': person('#b5443a', { hasShortSleeves: false }),
  ...Object.fromEntries(
    ['bald', 'blonde-hair', 'curly-hair', 'red-hair', 'white-hair'].flatMap((hair) => [
      [`man-${hair}`, person('#3f8f9f')],
      [`woman-${hair}`, person('#3f9f7a')],
      [`person-${hair}`, person('#d9883a')],
    ]),
  ),
  artist: bust('#ece8f2', { hasTool: true }),
  astronaut: bust('#e4e0ec', { legs: '#dcd7e6', shoes: '#8f8aa3', skin: '#e4e0ec' }),
  'construction-worker': bust('#f58a2c', { legs: '#4f6fa8' }),
  cook: bust('#efecf4', { hasTool: true }),
  detective: bust('#4d4668', { hasTool: true }),
  'factory-worker': bust('#2f86ea', { hasTool: true, legs: '#3a5fa0' }),
  farmer: bust('#22b070', { hasTool: true, legs: '#2a86d8', shoes: '#6b4a36' }),
  firefighter: bust('#e02f58', { legs: '#c02048' }),
  guard: bust('#e8345a', { legs: '#2f2a45' }),
  'health-worker': bust('#edeaf3', { legs: '#6fb0d8' }),
  judge: bust('#4a4560', { hasTool: true, hasSkirt: true, legs: '#4a4560' }),
  mechanic: bust('#e7e2ee', { hasTool: true, legs: '#2f86ea' }),
  'office-worker': bust('#57507c', { legs: '#57507c' }),
  pilot: bust('#4a4566', { legs: '#4a4566' }),
  'police-officer': bust('#3f9fee', { legs: '#34508f' }),
  scientist: bust('#eeeaf4', { hasTool: true }),
  singer: bust('#574f7a', { hasTool: true }),
  student: bust('#443f5c', { hasSkirt: true, legs: '#443f5c' }),
  'in-tuxedo': bust('#4a4566', { legs: '#3d3857' }),
  'with-veil': bust('#f1eef6', { hasSkirt: true, legs: '#f1eef6' }),
  elf: bust('#3f9f5a', { legs: '#6b4a36', shoes: '#4f3527' }),
  mage: bust('#2f8fe8', { hasTool: true, hasSkirt: true, legs: '#2f8fe8' }),
  superhero: bust('#2f86e8', { legs: '#2f86e8', shoes: '#d8303f' }),
  supervillain: bust('#6a4fb0', { legs: '#4a3a80' }),
  vampire: bust('#443f5c', { legs: '#332e48' }),
  'person-with-crown': bust('#f0682c', { legs: '#f5f1ea', shoes: '#6b4a36' }),
  prince: bust('#2f9ff0', { legs: '#f5f1ea', shoes: '#6b4a36' }),
  princess: bust('#8a62e0', { hasSkirt: true, legs: '#8a62e0' }),
  ninja: bust('#453f5c', { legs: '#453f5c' }),
  'woman-with-headscarf': bust('#7a55c0', { hasSkirt: true, legs: '#5f4a96' }),
  robot: animal('#c9c1d8', '#5fc8f0', { legs: '#8f88a8', shoes: '#6f688a', skin: '#8f88a8' }),
  alien: person('#6f7fc8', { legs: '#6f7fc8', shoes: '#5566b0', hasShortSleeves: false, skin: '#7fd33f' }),
  fox: animal('#f7772a', '#ffe6c0', { shoes: '#6b3a2a', tail: 'bushy' }),
  bear: animal('#8c5a45', '#c08a66', { tail: 'round' }),
  'polar-bear': animal('#eeecf2', '#ffffff', { tail: 'round' }),
  panda: animal('#f4f2f8', '#ffffff', { legs: '#4a4275', shoes: '#433b6b' }),
  lion: animal('#f5a83a', '#ffdba0', { tail: 'thin' }),
  frog: animal('#2fcf80', '#fff2a0'),
  wolf: animal('#9b9b9f', '#dedde2', { shoes: '#7d7d84', tail: 'bushy' }),
  koala: animal('#9b9ba0', '#dcdbe0'),
  raccoon: animal('#8a8a90', '#d3d3d6', { shoes: '#56565c', tail: 'bushy' }),
  hamster: animal('#f3ad6a', '#ffe7cc'),
};

const GENDER = /^(?:man|woman|person)-/;
const TONE = /-(light|medium|dark)$/;

/** The body that an icon gets; null if the icon shows all of what it stands for. */
export function outfitOf(icon: string): Outfit | null {
  const tone = TONE.exec(icon)?.[1] as keyof typeof SKIN | undefined;
  const plain = icon.replace(TONE, '');
  const outfit = OUTFITS[plain] ?? OUTFITS[plain.replace(GENDER, '')];
  if (!outfit) return null;
  const { head = plain, skin = outfit.build === 'animal' ? outfit.shoes : SKIN[tone ?? ''], ...rest } = outfit;
  return { ...rest, skin, head: tone ? `${head}-${tone}` : icon === plain && outfit.head === undefined ? icon : head };
}
