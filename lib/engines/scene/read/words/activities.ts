/** What people do, by the icon that shows it: `running` is `man-running`, `woman-running`, and `person-running`. */
export const ACTIVITIES: Record<string, string> = {
  running: 'running, jogging, runs, sprinting, racing on foot, jogs',
  walking: 'walking, strolling, hiking, wandering, walks, strolls, marching, hikes, trekking, walking around',
  swimming: 'swimming, swims, snorkeling, snorkelling, bathing in the sea',
  surfing: 'surfing, surfs, riding a wave',
  'rowing-boat': 'rowing, kayaking, canoeing, rowing a boat, rows a boat, paddling a canoe, rows',
  biking: 'cycling, biking, bicycling, cycles',
  climbing: 'climbing, climbs, rock climbing, mountaineering',
  dancing: 'dancing, dances, waltzing, dance',
  juggling: 'juggles, juggling balls',
  golfing: 'golfing, playing golf, plays golf',
  'lifting-weights': 'lifting weights, weightlifting, lifts weights, working out',
  'in-lotus-position':
    'meditating, meditates, doing yoga, practicing yoga, practising yoga, sitting cross legged, in lotus position',
  kneeling: 'kneeling, kneels, proposing, praying on his knees, on one knee',
  bowing: 'bowing, bows down, doing push ups',
  cartwheeling: 'doing a cartwheel, cartwheeling, doing gymnastics, doing a handstand',
  'raising-hand':
    'waving hello, raising a hand, waving goodbye, waves, raising her hand, raising his hand, greeting us',
  'bouncing-ball':
    'playing basketball, playing football, playing soccer, playing ball, plays football, plays soccer, plays basketball, bouncing a ball, playing volleyball, playing sports',
  singer: 'singing, sings, singing a song, performing on a microphone',
  cook: 'cooking, cooks, baking bread, preparing food, preparing a meal',
  artist: 'painting a picture, painting a portrait, painting a landscape, paints a picture, painting at an easel',
  skier: 'skiing, skis downhill, skis down',
  snowboarder: 'snowboarding, snowboards',
  fencing: 'fencing',
  wrestling: 'wrestling, wrestles',
  'person-taking-bath': 'taking a bath, bathing, in a bathtub, in the bathtub',
  'person-in-bed': 'sleeping in bed, sleeping in a bed, sleeping, in bed, asleep, lying in bed, sleeps in bed',
  'feeding-baby': 'feeding a baby, feeds a baby, feeding her baby',
  'in-manual-wheelchair': 'in a wheelchair, using a wheelchair, sitting in a wheelchair',
};

/** The activity of those who sleep. */
export const SLEEPING = 'person-in-bed';

/** What people do with a thing that the words do not name. */
export const HELD: Record<string, string> = {
  'fishing-pole': 'fishing, angling, fishes for',
  camera: 'taking a photo, taking photos, taking a picture, taking pictures, photographing, taking a selfie',
  'open-book': 'reading quietly, studying',
  paintbrush: 'painting on a canvas, painting on canvas',
};

/** Genders before a noun: "female doctor". */
export const GENDERS = { man: 'male, masculine', woman: 'female, feminine' } as const;
/** Skin tones before a noun. */
export const SKIN_TONES = {
  dark: 'dark skinned, black skinned, african american, afro american, dark skin, with dark skin',
  medium: 'brown skinned, tan skinned, olive skinned, latino, latina, hispanic, south asian, medium skin',
  light: 'light skinned, fair skinned, pale skinned, white skinned, caucasian, light skin, with light skin',
} as const;
