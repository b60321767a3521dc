/** Styles of cameras and of light. */
import {
  CHANNELS,
  blend,
  blurred,
  brightness,
  copyOf,
  dim,
  each,
  edgesOf,
  fromMiddle,
  grain,
  noise,
  type Pixels,
  rgb,
  saturate,
} from './pixels';

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
    const speck = (noise(Math.floor(x / size), Math.floor(y / size), seed) - 0.5) * 44;
    color[0] += speck;
    color[1] += speck;
    color[2] += speck * 0.8;
  });
}

/** Teal shadows, orange light, sharp only in the middle. */
export function cinematic(pixels: Pixels): void {
  const soft = blurred(pixels, 7 * grain(pixels));
  const [teal, orange] = [rgb('#0b3b4a'), rgb('#ffab5e')];
  each(pixels, (color, x, y) => {
    const at = (y * pixels.width + x) * 4;
    const focus = Math.min(1, Math.max(0, Math.abs(y / pixels.height - 0.62) * 3.4 - 0.75));
    blend(color, [soft.data[at] ?? 0, soft.data[at + 1] ?? 0, soft.data[at + 2] ?? 0], focus);
    const light = brightness(color);
    saturate(color, 0.82);
    blend(color, teal, (1 - light) ** 1.4 * 0.72);
    blend(color, orange, light ** 2 * 0.36);
    dim(color, (0.74 + 0.4 * light) * (1.12 - 0.95 * fromMiddle(pixels, x, y) ** 2.2));
  });
}

/** Black and white, hard light through blinds. */
export function noir(pixels: Pixels, seed: number): void {
  const step = 150 * grain(pixels);
  each(pixels, (color, x, y) => {
    const light = Math.min(1, Math.max(0, (brightness(color) - 0.2) * 1.5));
    const contrast = light * light * (3 - 2 * light);
    const band = ((y + x * 0.32) / Math.max(2, step)) % 1;
    // The blinds let most of the light onto the upper left.
    const depth = Math.min(1, Math.max(0, (x / pixels.width + y / pixels.height) * 0.9 - 0.2));
    const blinds = band < 0.38 ? 1 - 0.42 * depth : 1;
    const edge = 1.1 - 1.05 * fromMiddle(pixels, x, y) ** 1.8;
    const speck = (noise(x, y, seed) - 0.5) * 26;
    const gray = contrast * 250 * blinds * Math.max(0.1, edge) + speck + 4;
    color[0] = color[1] = color[2] = gray;
  });
}

/** Pale colors and a soft glow. */
export function pastel(pixels: Pixels): void {
  const soft = blurred(pixels, 9 * grain(pixels));
  const [rose, lilac] = [rgb('#ffe6ee'), rgb('#cdbdf2')];
  each(pixels, (color, x, y) => {
    const at = (y * pixels.width + x) * 4;
    blend(color, [soft.data[at] ?? 0, soft.data[at + 1] ?? 0, soft.data[at + 2] ?? 0], 0.3);
    const light = brightness(color);
    saturate(color, 0.72);
    blend(color, rose, 0.4);
    blend(color, lilac, (1 - light) * 0.42);
    color[0] += 14;
    color[1] += 10;
    color[2] += 16;
  });
}

/** Rounded surfaces with highlights, as if molded from plastic. */
export function model3d(pixels: Pixels): void {
  const size = grain(pixels);
  const [soft, wide] = [blurred(pixels, 4 * size), blurred(pixels, 22 * size)];
  const { width, height } = pixels;
  const reach = Math.max(1, Math.round(4 * size));
  const light = (of: Pixels, x: number, y: number): number => {
    const at = (Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))) * 4;
    return brightness([of.data[at] ?? 0, of.data[at + 1] ?? 0, of.data[at + 2] ?? 0]);
  };
  each(pixels, (color, x, y) => {
    const slope = light(soft, x + reach, y + reach) - light(soft, x - reach, y - reach);
    const hollow = light(soft, x, y) - light(wide, x, y);
    saturate(color, 1.22);
    dim(color, 1.02 + slope * 1.1 + hollow * 0.55 - 0.34 * fromMiddle(pixels, x, y) ** 2);
    const shine = Math.max(0, slope - 0.05) * 2.2;
    blend(color, [255, 255, 255], Math.min(0.75, shine));
  });
}

/** Glowing outlines in the dark. */
export function neon(pixels: Pixels): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, 1.3 * size);
  const tint = blurred(pixels, 3 * size);
  const lines = copyOf(pixels);
  const palette = ['#ff2fb3', '#19e3ff', '#8b5cff', '#39ff8e', '#ffd21f', '#ff5a36'].map(rgb);
  each(lines, (color, x, y) => {
    const at = y * pixels.width + x;
    const [red, green, blue] = [tint.data[at * 4] ?? 0, tint.data[at * 4 + 1] ?? 0, tint.data[at * 4 + 2] ?? 0];
    const strength = Math.min(1, Math.max(0, (edges[at] ?? 0) - 0.12) * 2.6);
    // The strongest channels of the original choose the tube's color.
    const choice =
      red > green && red > blue
        ? blue > green
          ? 0
          : green > red * 0.62
            ? 4
            : 5
        : green >= blue
          ? 3
          : red > green
            ? 2
            : 1;
    const tube = palette[choice] ?? [255, 255, 255];
    color[0] = tube[0] * strength;
    color[1] = tube[1] * strength;
    color[2] = tube[2] * strength;
  });
  const [near, far] = [blurred(lines, 4 * size), blurred(lines, 16 * size)];
  each(pixels, (color, x, y) => {
    const at = (y * pixels.width + x) * 4;
    const base = brightness(color);
    for (const channel of CHANNELS) {
      const glow =
        (lines.data[at + channel] ?? 0) * 1.05 +
        (near.data[at + channel] ?? 0) * 1.1 +
        (far.data[at + channel] ?? 0) * 1.5;
      color[channel] = ([13, 8, 32][channel] ?? 0) + base * 14 + color[channel] * 0.06 + glow;
    }
  });
}
