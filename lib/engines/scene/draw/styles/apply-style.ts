import type { ImageStyleName } from '../../../../core/image-styles';
import { anime, blueprint, comicBook, crayon, lineArt, pencilSketch } from './line-styles';
import { analogFilm, cinematic, model3d, noir, pastel } from './photo-styles';
import { neon } from './neon';
import { noise, softNoiseIn } from './noise';
import { dim, each, grain, type Pixels } from './pixels';
import { flatIllustration, popArt, ukiyoE, vintagePoster } from './print-styles';
import { oilPainting } from './oil-painting';
import { mosaic, pixelArt, stainedGlass } from './tile-styles';
import { emptySubjectMap, type SubjectMap } from './subject-map';
import { artDeco, minimalist } from './tone-styles';
import { watercolor } from './watercolor';

const STYLES: Readonly<Record<ImageStyleName, (pixels: Pixels, seed: number, subjects: SubjectMap) => void>> = {
  '3D Model': model3d,
  'Analog Film': analogFilm,
  Anime: anime,
  Cinematic: cinematic,
  'Comic Book': comicBook,
  Watercolor: watercolor,
  'Oil Painting': oilPainting,
  'Pencil Sketch': pencilSketch,
  'Line Art': lineArt,
  'Pixel Art': pixelArt,
  'Flat Illustration': flatIllustration,
  'Paper Cutout': paperGrain,
  'Stained Glass': stainedGlass,
  Neon: neon,
  Blueprint: blueprint,
  'Pop Art': popArt,
  'Ukiyo-e': ukiyoE,
  'Art Deco': artDeco,
  'Vintage Poster': vintagePoster,
  Noir: noir,
  Pastel: pastel,
  Crayon: crayon,
  Mosaic: mosaic,
  Minimalist: minimalist,
};

/**
 * Changes the pixels of a picture that `drawScene` drew in a style to look like that style, in place.
 * @param seed of the picture: the same pixels, style, seed, and subjects give the same result
 * @param subjects where subjects are, and which colors they must keep; without it, everything is treated alike
 */
export function applyStyle(pixels: Pixels, style: ImageStyleName, seed: number, subjects?: SubjectMap): void {
  STYLES[style](pixels, seed, subjects ?? emptySubjectMap(pixels));
}

/** The layers and shadows of cut paper are drawn as shapes; what is missing is the paper's surface. */
function paperGrain(pixels: Pixels, seed: number): void {
  const fibers = softNoiseIn(pixels, 6 * grain(pixels) + 1, seed);
  each(pixels, (color, x, y) => dim(color, 0.95 + 0.05 * noise(x, y, seed) + 0.05 * fibers(x, y)));
}
