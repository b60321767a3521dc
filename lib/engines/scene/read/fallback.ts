import { type Mood } from '../scene';

type Fallback = { icon: string; word: string };

/** What is drawn for a prompt of which nothing but its mood was understood. */
const FALLBACKS: Record<Mood, Fallback[]> = {
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

/** Something pleasant that fits the mood, chosen by the seed; nothing if all of it is ruled out. */
export function fallbackFor(mood: Mood, seed: number, excluded: Set<string>): Fallback | undefined {
  const choices = FALLBACKS[mood].filter(({ icon }) => !excluded.has(icon));
  const index = Number.isFinite(seed) ? Math.abs(Math.trunc(seed)) % Math.max(1, choices.length) : 0;
  return choices[index];
}
