import type { ImageStyleName } from '../../../core/image-styles';
import type { Raster } from './raster';
import { anime, blueprint, crayon, lineArt, neon, pencilSketch, ukiyoE } from './style-drawn';
import {
  analogFilm,
  cinematic,
  flatIllustration,
  model3d,
  noir,
  oilPainting,
  pastel,
  watercolor,
} from './style-painted';
import {
  artDeco,
  comicBook,
  minimalist,
  mosaic,
  paperCutout,
  pixelArt,
  popArt,
  stainedGlass,
  vintagePoster,
} from './style-printed';

const STYLES: Record<ImageStyleName, (raster: Raster) => Raster | Promise<Raster>> = {
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
  'Paper Cutout': paperCutout,
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

/** Draws an image in a style preset, by filters on its pixels. May change the raster; the size and alpha stay. */
export function applyStyle(raster: Raster, style: ImageStyleName): Promise<Raster> {
  return Promise.resolve(STYLES[style](raster));
}
