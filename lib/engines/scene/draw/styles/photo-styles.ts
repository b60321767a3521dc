/** Styles of cameras and of light. */
import { blurred, spread } from './blur';
import { outlinesOf } from './edges';
import { inksOf, isNeutral, lightnessOf } from './inks';
import { noise } from './noise';
import {
  blend,
  blendPixel,
  brightness,
  brightnessAt,
  dim,
  each,
  fromMiddle,
  grain,
  type Pixels,
  rgb,
  saturate,
} from './pixels';
import type { SubjectMap } from './subject-map';

/** Faded, warm, and grainy, with a leak of light. */
export function analogFilm(pixels: Pixels, seed: number): void {
  const size = Math.max(1, Math.round(grain(pixels)));
  each(pixels, (color, x, y) => {
    saturate(color, 0.82);
    color[0] = color[0] * 0.86 + 34;
    color[1] = color[1] * 0.82 + 26;
    color[2] = color[2] * 0.68 + 34;
    const leak = Math.max(0, 1 - x / (pixels.width * 0.34)) ** 2 * 0.5;
    blend(color, [255, 132, 66], leak);
    dim(color, 1.06 - 0.42 * fromMiddle(pixels, x, y) ** 2);
    const speck = (noise(Math.floor(x / size), Math.floor(y / size), seed) - 0.5) * 30;
    color[0] += speck;
    color[1] += speck;
    color[2] += speck * 0.8;
  });
}

/** Teal shadows, orange light, sharp only in the middle and on subjects. */
export function cinematic(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const soft = blurred(pixels, 7 * size);
  const glow = spread(subjects.cover, pixels, 26 * size);
  const [teal, orange] = [rgb('#0b3b4a'), rgb('#ffab5e')];
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const cover = (subjects.cover[at] ?? 0) / 255;
    const focus = Math.min(1, Math.max(0, Math.abs(y / pixels.height - 0.62) * 3.4 - 0.75)) * (1 - cover);
    blendPixel(color, soft, at, focus);
    const light = brightness(color);
    saturate(color, 0.82 + 0.2 * cover);
    blend(color, teal, (1 - light) ** 1.4 * (0.72 - 0.3 * cover));
    blend(color, orange, light ** 2 * (0.36 - 0.16 * cover));
    // Light from behind separates subjects from what is dark.
    const rim = ((glow[at] ?? 0) / 255) * (1 - cover);
    blend(color, [255, 206, 150], rim * 0.16);
    const corner = fromMiddle(pixels, x, y);
    dim(color, (0.74 + 0.4 * light + 0.16 * cover) * (1.12 - (0.95 - 0.3 * cover) * corner ** 2.2));
  });
}

/** Black and white, and hard light through blinds. A demanded color is the only one that stays. */
export function noir(pixels: Pixels, seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const step = 150 * size;
  const halo = spread(subjects.cover, pixels, 12 * size);
  const inks = inksOf(1);
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const cover = (subjects.cover[at] ?? 0) / 255;
    const tone = subjects.tones[at] ?? 0;
    const shade = lightnessOf(color);
    const light = Math.min(1, Math.max(0, (brightness(color) - 0.2 + 0.1 * cover) * 1.5));
    // Skin is not burnt out.
    const contrast = subjects.fine[at] ? 0.1 + 0.82 * brightness(color) ** 1.2 : light * light * (3 - 2 * light);
    const band = ((y + x * 0.32) / Math.max(2, step)) % 1;
    // The blinds let most of the light onto the upper left, and fall softly on subjects.
    const depth = Math.min(1, Math.max(0, (x / pixels.width + y / pixels.height) * 0.9 - 0.2));
    const blinds = band < 0.38 ? 1 - (0.42 - 0.34 * cover) * depth : 1;
    const edge = Math.max(0.1, 1.1 - (1.05 - 0.35 * cover) * fromMiddle(pixels, x, y) ** 1.8);
    const speck = (noise(x, y, seed) - 0.5) * 26;
    // What is around subjects is darker, with a rim of light.
    const rim = ((halo[at] ?? 0) / 255) * (1 - cover);
    const around = 1 - 0.3 * (1 - cover) + rim * 0.28;
    const gray = contrast * 250 * blinds * edge * around + rim * 22 + speck + 4;
    color[0] = color[1] = color[2] = gray;
    if (tone > 0) {
      const lit = shade * (0.35 + 0.65 * blinds * edge) + speck / 500;
      blend(color, inks(tone, isNeutral(tone) ? shade : lit), 0.9);
    }
  });
}

/** Pale colors and a soft glow. */
export function pastel(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const soft = blurred(pixels, 9 * size);
  const outlines = outlinesOf(subjects, 1.1 * size);
  const [rose, lilac] = [rgb('#ffe6ee'), rgb('#cdbdf2')];
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const cover = (subjects.cover[at] ?? 0) / 255;
    blendPixel(color, soft, at, 0.42 - 0.34 * cover);
    const light = brightness(color);
    saturate(color, 0.78 + 0.2 * cover);
    blend(color, rose, 0.4 - 0.18 * cover);
    blend(color, lilac, (1 - light) * (0.42 - 0.12 * cover));
    blend(color, [122, 92, 150], ((outlines[at] ?? 0) / 255) * 0.34);
    color[0] += 14;
    color[1] += 10;
    color[2] += 16;
  });
}

/** Rounded surfaces with highlights, as if molded from plastic. */
export function model3d(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const [soft, wide] = [blurred(pixels, 4 * size), blurred(pixels, 22 * size)];
  const { width, height } = pixels;
  const reach = Math.max(1, Math.round(4 * size));
  const light = (of: Pixels, x: number, y: number): number => {
    return brightnessAt(of, Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x)));
  };
  each(pixels, (color, x, y) => {
    const slope = light(soft, x + reach, y + reach) - light(soft, x - reach, y - reach);
    const hollow = light(soft, x, y) - light(wide, x, y);
    saturate(color, 1.22);
    const cover = (subjects.cover[y * width + x] ?? 0) / 255;
    dim(color, 0.94 + 0.1 * cover + slope * 1.1 + hollow * 0.55 - 0.34 * fromMiddle(pixels, x, y) ** 2);
    const shine = Math.max(0, slope - 0.05) * 2.2;
    blend(color, [255, 255, 255], Math.min(0.75, shine));
  });
}
