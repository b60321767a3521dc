/** A color as hue (0…360), saturation (0…1), and lightness (0…1). */
export type Hsl = { h: number; s: number; l: number };

/** `#rrggbb` as three numbers, 0…255. `#rgb` is accepted. */
export function rgbOf(hex: string): [number, number, number] {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex;
  const value = parseInt(full.slice(1, 7), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Three numbers, 0…255 (rounded and limited), as `#rrggbb`. */
export function hexOf(red: number, green: number, blue: number): string {
  const parts = [red, green, blue].map((part) => Math.max(0, Math.min(255, Math.round(part))));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** `share` (0…1) of the second color in the first one. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [rgbOf(first), rgbOf(second)];
  return hexOf(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share);
}

/** A lighter color; 0…1 on the way to white. */
export const lighten = (color: string, share: number): string => mix(color, '#ffffff', share);
/** A darker color; 0…1 on the way to a deep blue, which looks better than black in a landscape. */
export const darken = (color: string, share: number): string => mix(color, '#0d1028', share);

/** Hue, saturation, and lightness of `#rrggbb`. */
export function hslOf(hex: string): Hsl {
  const [red, green, blue] = rgbOf(hex).map((part) => part / 255) as [number, number, number];
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const l = (max + min) / 2;
  const range = max - min;
  if (range === 0) return { h: 0, s: 0, l };
  const s = range / (1 - Math.abs(2 * l - 1));
  const sixth =
    max === red
      ? ((green - blue) / range + 6) % 6
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return { h: sixth * 60, s: Math.min(1, s), l };
}

/** `#rrggbb` of a color; saturation and lightness are limited to 0…1. */
export function hslHex({ h, s, l }: Hsl): string {
  const light = Math.max(0, Math.min(1, l));
  const reach = Math.max(0, Math.min(1, s)) * Math.min(light, 1 - light);
  const part = (offset: number): number => {
    const k = (offset + ((h % 360) + 360) / 30) % 12;
    return 255 * (light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return hexOf(part(0), part(8), part(4));
}

/** Distance of two hues, 0…180. */
export function hueDistance(first: number, second: number): number {
  const apart = Math.abs(first - second) % 360;
  return apart > 180 ? 360 - apart : apart;
}
