import { IMAGE_STYLES, type ImageStyleName } from '../../../core/image-styles';
import type { EditStep } from '../step';
import type { Clause } from './clause';
import { isNeutral } from './neutral-words';

/** Other words for the presets. */
const ALIASES: readonly [words: string, style: ImageStyleName][] = [
  ['(?:pencil|graphite|charcoal)(?: sketch| drawing)?|sketch(?:ed)?|hand[- ]drawn', 'Pencil Sketch'],
  ['water ?colou?r|aquarelle', 'Watercolor'],
  ['oil(?: paint(?:ing|ed)?)|oil on canvas|impressionist|van gogh', 'Oil Painting'],
  ['comic(?:[- ]book)?s?|graphic novel', 'Comic Book'],
  ['cartoon(?:ish|y)?|flat(?: design| illustration)?|vector(?: art| illustration)?', 'Flat Illustration'],
  ['pixel[- ]?art|8[- ]?bit|16[- ]?bit|pixel', 'Pixel Art'],
  ['line[- ]?art|line drawing|ink drawing|coloring page|outline drawing', 'Line Art'],
  ['pop[- ]?art|warhol|screen ?print', 'Pop Art'],
  ['(?:film )?noir', 'Noir'],
  ['stained[- ]glass', 'Stained Glass'],
  ['ukiyo-?e|woodblock(?: print)?|japanese print', 'Ukiyo-e'],
  ['art[- ]?deco', 'Art Deco'],
  ['(?:vintage |travel )+poster', 'Vintage Poster'],
  ['paper[- ]?(?:cut(?:[- ]?out)?|craft)|cut paper', 'Paper Cutout'],
  ['analog(?:ue)?(?: film)?|kodachrome|35 ?mm(?: film)?', 'Analog Film'],
  ['cinematic|movie(?: still)?', 'Cinematic'],
  ['pastels?', 'Pastel'],
  ["crayons?|children's drawing|child's drawing", 'Crayon'],
  ['mosaic|tiles?', 'Mosaic'],
  ['minimal(?:ist|istic|ism)?', 'Minimalist'],
  ['neon|synthwave|cyberpunk', 'Neon'],
  ['blue ?print', 'Blueprint'],
  ['anime|manga', 'Anime'],
  ['3d(?: model| render(?:ing)?)?', '3D Model'],
];

const ESCAPED = /[.*+?^${}()|[\]\\]/g;
const PATTERNS: readonly [pattern: RegExp, style: ImageStyleName][] = [
  ...IMAGE_STYLES.map(({ name }) => [name.toLowerCase().replaceAll(ESCAPED, '\\$&'), name] as [string, ImageStyleName]),
  ...ALIASES,
].map(([words, style]) => [new RegExp(`\\b(?:${words})\\b`), style]);

const MEDIUM =
  /\b(?:painting|paint|drawing|drawn|draw|art|artwork|illustration|print|poster|panel|page|game|movie|photo)\b/g;

/** Reads style presets, by their names and by other words for them. */
export function readStyle({ text }: Clause): EditStep[] | null {
  for (const [pattern, style] of PATTERNS) {
    const match = pattern.exec(text);
    if (match && isNeutral(text.replace(match[0], ' ').replaceAll(MEDIUM, ' '))) return [{ kind: 'style', style }];
  }
  return null;
}
