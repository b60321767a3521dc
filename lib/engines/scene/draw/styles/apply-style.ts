import type { ImageStyleName } from '../../../../core/image-styles';
import { anime, blueprint, comicBook, crayon, lineArt, pencilSketch } from './line-styles';
import { analogFilm, cinematic, model3d, noir, pastel } from './photo-styles';
import { neon } from './neon';
import { paperCutout } from './paper-cutout';
import type { Pixels } from './pixels';
import { flatIllustration, popArt, ukiyoE, vintagePoster } from './print-styles';
import { oilPainting } from './oil-painting';
import { mosaic, pixelArt, stainedGlass } from './tile-styles';
import type { SubjectMap } from './subject-map';
import { artDeco, minimalist } from './tone-styles';
import { watercolor } from './watercolor';

/** A style that treats everything alike, or one that must know where subjects are. */
type Style =
  | { everywhere: (pixels: Pixels, seed: number) => void }
  | { bySubjects: (pixels: Pixels, seed: number, subjects: SubjectMap) => void };

const STYLES: Readonly<Record<ImageStyleName, Style>> = {
  '3D Model': { bySubjects: model3d },
  'Analog Film': { everywhere: analogFilm },
  Anime: { bySubjects: anime },
  Cinematic: { bySubjects: cinematic },
  'Comic Book': { bySubjects: comicBook },
  Watercolor: { bySubjects: watercolor },
  'Oil Painting': { bySubjects: oilPainting },
  'Pencil Sketch': { bySubjects: pencilSketch },
  'Line Art': { bySubjects: lineArt },
  'Pixel Art': { bySubjects: pixelArt },
  'Flat Illustration': { bySubjects: flatIllustration },
  'Paper Cutout': { everywhere: paperCutout },
  'Stained Glass': { bySubjects: stainedGlass },
  Neon: { bySubjects: neon },
  Blueprint: { bySubjects: blueprint },
  'Pop Art': { bySubjects: popArt },
  'Ukiyo-e': { bySubjects: ukiyoE },
  'Art Deco': { bySubjects: artDeco },
  'Vintage Poster': { bySubjects: vintagePoster },
  Noir: { bySubjects: noir },
  Pastel: { bySubjects: pastel },
  Crayon: { bySubjects: crayon },
  Mosaic: { bySubjects: mosaic },
  Minimalist: { bySubjects: minimalist },
};

/**
 * Changes the pixels of a picture that `drawScene` drew in a style to look like that style, in place.
 * @param seed of the picture: the same pixels, style, seed, and subjects give the same result
 * @param readSubjects where subjects are, and which colors they must keep; called only for styles that ask
 */
export function applyStyle(pixels: Pixels, style: ImageStyleName, seed: number, readSubjects: () => SubjectMap): void {
  const does = STYLES[style];
  if ('everywhere' in does) does.everywhere(pixels, seed);
  else does.bySubjects(pixels, seed, readSubjects());
}
