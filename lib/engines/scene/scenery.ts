/** What a place, the weather, and the time of day draw by themselves; a prompt can rule out each of it. */
export const SCENERY = [
  ...(['sun', 'moon', 'star', 'cloud', 'rainbow', 'lightning', 'rain', 'snowflake', 'fog', 'gust'] as const),
  ...(['planet', 'nebula', 'crater', 'mountain', 'hill', 'snow', 'wave', 'reflection', 'foam', 'ray'] as const),
  ...(['tree', 'pine', 'palm', 'cactus', 'bush', 'flower', 'grass', 'reed', 'vine', 'leaf'] as const),
  ...(['seaweed', 'coral', 'bubble', 'starfish', 'houseplant', 'hay', 'field', 'fence', 'path', 'barn'] as const),
  ...(['building', 'house', 'window', 'door', 'chimney', 'awning', 'street lamp', 'lamp', 'rug'] as const),
  ...(['picture', 'shelf', 'jar', 'cupboard', 'tile', 'dot'] as const),
] as const;

/** One of them. */
export type SceneryName = (typeof SCENERY)[number];
