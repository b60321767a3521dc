import { type Flank, type RelationKind, type Side } from '../../scene';

/** Prepositions and the like: what stands before them is so related to what follows. */
export const PREPOSITIONS: Record<RelationKind, string> = {
  on: 'on, onto, en, upon, atop, on top of, on the top of, at the top of, on the edge of, sobre, auf, sur, crossing, crossing over, balancing on, standing on, sitting on, lying on, resting on',
  under:
    'under, underneath, beneath, below, at the foot of, at the bottom of, debajo de, unter, sous, in the shade of, in the shadow of',
  beside:
    'beside, besides, next to, near, nearby, by, close to, alongside, along, adjacent to, against, around, surrounding, at, between, among, amid, amidst, at the side of, by the side of, across from, facing, in between, together with, along with, accompanied by, surrounded by, talking to, playing with, looking at, staring at, opposite, toward, towards, past, neben, junto a, a cote de, leaning against, next',
  behind:
    'behind, in back of, at the back of, in the back of, following, peeking out from behind, hinter, derriere, detras de',
  in_front_of: 'in front of, infront of, at the front of, in the foreground of, vor, devant, delante de, before',
  in: 'in, inside, within, into, inside of, in the middle of, in the center of, emerging from, coming out of, out of, peeking out of, growing in, dentro de, dans',
  riding: 'on the back of, on board, aboard, mounted on, on board of, astride',
  holding: 'armed with, clutching',
  flying_over:
    'over, above, flying over, flies over, flying above, hovering over, hovering above, soaring over, soaring above, jumping over, jumps over, leaping over, floating above, floating over, high above, high over, circling, uber, encima de, gliding over, passing over, drifting over',
};

/** Verbs: the subject of the clause is so related to what follows. */
export const RELATION_VERBS: Record<RelationKind, string> = {
  on: '',
  under: '',
  beside:
    'chasing, chases, hugging, hugs, kissing, feeding, feeds, watching, watches, petting, walking a, walks a, meets, meeting, greeting, guarding, building, pulling, pulls, pushing, pushes, painting a, attacking, fighting, hunting, making, baking, repairing, fixing, cleaning, admiring, visiting, helping, juggling with, kicking, kicks, touching, smelling, sniffing, loves, likes, sees, spots',
  behind: 'hiding behind, hides behind',
  in_front_of: '',
  in: '',
  riding:
    'riding, riding on, rides, ride, riding in, rode, driving, drives, driving in, drive, steering, piloting, paddling, sailing in, sailing on, montando, chevauchant, reitet, skating on',
  holding:
    'holding, holds, hold, held, holding up, holding onto, carrying, carries, carry, eating, eats, eat, drinking, drinks, reading a, reading, reads, playing, plays, play, playing the, plays the, playing on, lifting, waving, catching, throwing, throws, wielding, wields, using, uses, grabbing, bringing, brings, offering, showing, selling, planting, raising, picking, licking, chewing, juggling, strumming, blowing, cutting, brandishing, gripping, picking up, swinging, smoking, delivering, sosteniendo, tenant',
  flying_over: '',
};

/** Prepositions that also say on which side of what follows something is. */
export const FLANKS: Record<Flank, string> = { left: flanked('left'), right: flanked('right') };

function flanked(flank: Flank): string {
  const sides = ['', ' side', ' hand side'].flatMap((part) =>
    ['on', 'at', 'to'].map((word) => `${word} the ${flank}${part} of`),
  );
  return [`${flank} of`, `just ${flank} of`, ...sides].join(', ');
}

/** Where in the picture what stands before them is. */
export const SIDES: Record<Side, string> = {
  elsewhere: 'elsewhere',
  left: `${sided('left')}, on the far left`,
  middle: `${ofPicture('in the middle, in the center, in the centre, at the center, at the centre, in the very middle')}`,
  right: `${sided('right')}, on the far right`,
};

function sided(side: string): string {
  const plain = ['on', 'at', 'to', 'in'].flatMap((word) =>
    ['', ' side', ' half', ' hand side'].map((part) => `${word} the ${side}${part}`),
  );
  return ofPicture(plain.join(', '));
}

/** With and without "of the picture" after them. */
function ofPicture(phrases: string): string {
  const ends = ['', ' of the picture', ' of the image', ' of the scene', ' of the photo'];
  return phrases
    .split(', ')
    .flatMap((phrase) => ends.map((end) => phrase + end))
    .join(', ');
}

/** Words after which clothes follow. */
export const WEARING = 'wearing, wears, wore, dressed in, dressed as, clad in, dressed up in, wear, sporting';
/** Words after which things follow that belong to what stands before. */
export const WITH =
  'with, and with, having, has, have, featuring, containing, including, con, mit, avec, com, con una, full of, filled with, covered in, covered with, decorated with, made of flowers with, topped with, adorned with, packed with';
/** Words for what was named before. */
export const PRONOUNS =
  'it, them, him, her, top of it, each other, one another, themselves, itself, himself, herself, that';
/** Words that join. */
export const JOINS = 'and, or, plus, as well as, nor, &, y, et, und, ed, then, and also, along with also, also';
/** Words that take away what follows. */
export const NEGATIONS =
  'no, not, without, without any, no more, never, nor any, minus, except, excluding, except for, free of, devoid of, lacking, with no, there are no, there is no, avoid, do not include, do not draw, not any, sin, ohne, sans, instead of, rather than, exclude, omit, remove, zero';
/** Words of backdrops, which take their color. */
export const BACKDROPS =
  'background, backdrop, back ground, bg, fondo, hintergrund, studio background, gradient background, solid background, plain background, color background, background color, solid color background, backgrounds';
