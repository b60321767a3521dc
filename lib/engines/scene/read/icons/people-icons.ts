/** Professions: each has an icon of its own, and one with `man-` and one with `woman-` before the name. */
export const PROFESSIONS =
  'artist astronaut construction-worker cook detective factory-worker farmer firefighter guard health-worker judge mechanic office-worker pilot police-officer scientist singer student teacher technologist';

/** What people are or do: each has an icon with `person-`, `man-`, and `woman-` before the name. */
export const PERSON_ROLES =
  'bald beard biking blonde-hair bouncing-ball bowing cartwheeling climbing curly-hair elf fairy feeding-baby genie golfing in-lotus-position in-manual-wheelchair in-tuxedo juggling kneeling lifting-weights mage merpeople raising-hand red-hair rowing-boat running standing superhero supervillain surfing swimming vampire walking white-hair with-veil zombie';

/** Icons of people without such variants. */
export const OTHER_PEOPLE =
  'man woman person boy girl child baby old-man old-woman older-person man-dancing woman-dancing people-hugging person-in-bed person-taking-bath person-fencing man-wrestling woman-wrestling person-wrestling person-with-crown person-in-suit-levitating horse-racing skier snowboarder ninja prince princess santa-claus mrs-claus baby-angel troll woman-with-headscarf pregnant-woman';

/** Icons that are offered in other skin tones too: `man-standing-dark`. */
export const TONED =
  'man-standing woman-standing person-standing man woman person boy girl child baby old-man old-woman';

/** Skin tones, as they end the name of an icon. */
export const TONES = ['light', 'medium', 'dark'] as const;
/** A skin tone. */
export type Tone = (typeof TONES)[number];
