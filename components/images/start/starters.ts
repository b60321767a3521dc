/** Example prompts for the empty studio: different kinds of scenes. */
export const STARTERS: readonly string[] = [
  'A red lighthouse on a cliff at sunset, with two white sailboats on the sea',
  'A fox sleeping under a large oak in autumn, falling leaves',
  'A snowy village at night, warm windows, a full moon behind the church',
  'Three hot-air balloons over green hills on a summer morning',
];
