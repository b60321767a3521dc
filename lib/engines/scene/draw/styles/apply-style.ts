import type { ImageStyleName } from '../../../../core/image-styles';
import { anime, blueprint, comicBook, crayon, lineArt, pencilSketch } from './line-styles';
import { analogFilm, cinematic, model3d, neon, noir, pastel } from './photo-styles';
import { dim, each, grain, noise, type Pixels, softNoise } from './pixels';
import { artDeco, flatIllustration, minimalist, popArt, ukiyoE, vintagePoster } from './print-styles';
import { mosaic, oilPainting, pixelArt, stainedGlass } from './tile-styles';
import { watercolor } from './watercolor';

const STYLES: Readonly<Record<ImageStyleName, (pixels: Pixels, seed: number) => void>> = {
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
 * @param seed of the picture: the same pixels, style, and seed give the same result
 */
export function applyStyle(pixels: Pixels, style: ImageStyleName, seed: number): void {
  STYLES[style](pixels, seed);
}

/** The layers and shadows of cut paper are drawn as shapes; what is missing is the paper's surface. */
function paperGrain(pixels: Pixels, seed: number): void {
  const size = grain(pixels);
  each(pixels, (color, x, y) =>
    dim(color, 0.95 + 0.05 * noise(x, y, seed) + 0.05 * softNoise(x, y, 6 * size + 1, seed)),
  );
}
