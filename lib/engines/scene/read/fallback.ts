import { type Mood } from '../scene';

type Fallback = { icon: string; word: string };

/** What is drawn for a prompt of which nothing was understood, by its mood. */
const FALLBACKS: Record<Mood | 'none', Fallback[]> = {
  none: [
    { icon: 'potted-plant', word: 'plant' },
    { icon: 'deciduous-tree', word: 'tree' },
    { icon: 'butterfly', word: 'butterfly' },
    { icon: 'bird', word: 'bird' },
    { icon: 'sunflower', word: 'sunflower' },
    { icon: 'hot-beverage', word: 'cup' },
  ],
  calm: [
    { icon: 'lotus', word: 'lotus' },
    { icon: 'own:sailboat', word: 'sailboat' },
  ],
  cheerful: [
    { icon: 'own:balloon', word: 'balloon' },
    { icon: 'sunflower', word: 'sunflower' },
  ],
  gloomy: [
    { icon: 'wilted-flower', word: 'wilted flower' },
    { icon: 'own:umbrella', word: 'umbrella' },
  ],
  mysterious: [
    { icon: 'crystal-ball', word: 'crystal ball' },
    { icon: 'owl', word: 'owl' },
  ],
  romantic: [
    { icon: 'red-heart', word: 'heart' },
    { icon: 'rose', word: 'rose' },
  ],
  dramatic: [
    { icon: 'volcano', word: 'volcano' },
    { icon: 'eagle', word: 'eagle' },
  ],
  dreamy: [
    { icon: 'crescent-moon', word: 'moon' },
    { icon: 'butterfly', word: 'butterfly' },
  ],
};

/** Something pleasant that fits the mood, chosen by the seed. */
export function fallbackFor(mood: Mood | undefined, seed: number, excluded: Set<string>): Fallback {
  const choices = FALLBACKS[mood ?? 'none'].filter(({ icon }) => !excluded.has(icon));
  const index = Number.isFinite(seed) ? Math.abs(Math.trunc(seed)) % Math.max(1, choices.length) : 0;
  return choices[index] ?? { icon: 'potted-plant', word: 'plant' };
}
