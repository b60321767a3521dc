/** Steps that change which part of an image is visible, its size, or its frame. */
import type { OverlayOptions } from 'sharp';
import { newRaster, type Raster, rasterOf, sharpOf } from '../filters/raster';
import { MIN_SIDE } from '../jobs';
import type { Anchor, EditStep } from '../step';
import { resizeTo } from './fit-size';

type Step<Kind extends EditStep['kind']> = Extract<EditStep, { kind: Kind }>;

/** The largest part that has a ratio. */
export function cropToRatio(
  raster: Raster,
  { width, height, anchor }: Omit<Step<'crop-to-ratio'>, 'kind'>,
): Promise<Raster> {
  const ratio = width / height;
  const isWide = raster.width / raster.height > ratio;
  const size = {
    width: isWide ? sideOf(raster.height * ratio, raster.width) : raster.width,
    height: isWide ? raster.height : sideOf(raster.width / ratio, raster.height),
  };
  const { left, top } = offsetOf(anchor, raster.width - size.width, raster.height - size.height);
  return rasterOf(sharpOf(raster).extract({ left, top, ...size }));
}

/** A part, by shares. */
export function crop(raster: Raster, part: Step<'crop'>): Promise<Raster> {
  const width = sideOf(raster.width * part.width, raster.width);
  const height = sideOf(raster.height * part.height, raster.height);
  const left = Math.min(raster.width - width, Math.round(raster.width * part.left));
  const top = Math.min(raster.height - height, Math.round(raster.height * part.top));
  return rasterOf(sharpOf(raster).extract({ left, top, width, height }));
}

/** Turned clockwise. What an oblique turn leaves empty is transparent. */
export async function rotate(raster: Raster, { degrees }: Step<'rotate'>): Promise<Raster> {
  const turned = await rasterOf(sharpOf(raster).rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } }));
  return resizeTo(turned, turned.width, turned.height);
}

/** Mirrored. */
export function flip(raster: Raster, { axis }: Step<'flip'>): Promise<Raster> {
  return rasterOf(axis === 'horizontal' ? sharpOf(raster).flop() : sharpOf(raster).flip());
}

/** In another size; the proportions stay if only one side is given. */
export async function resize(raster: Raster, { width, height, isExact }: Step<'resize'>): Promise<Raster> {
  const ratio = raster.width / raster.height;
  if (isExact && width && height) return resizeTo(raster, width, height);
  return resizeTo(raster, width ?? (height ?? raster.height) * ratio, height ?? (width ?? raster.width) / ratio);
}

/** With a border of one color around it. */
export async function addBorder(raster: Raster, { color, share, pixels }: Step<'border'>): Promise<Raster> {
  const side = Math.max(1, Math.round(pixels ?? (share ?? 0) * Math.min(raster.width, raster.height)));
  const framed = newRaster(raster.width + 2 * side, raster.height + 2 * side, color);
  const whole = await rasterOf(sharpOf(framed).composite([{ ...rawOf(raster), left: side, top: side, blend: 'over' }]));
  return resizeTo(whole, whole.width, whole.height);
}

/** With transparent corners. */
export async function roundCorners(raster: Raster, { share }: Step<'round-corners'>): Promise<Raster> {
  const { width, height } = raster;
  const radius = share * Math.min(width, height);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}" fill="#fff"/></svg>`;
  return rasterOf(sharpOf(raster).composite([{ input: Buffer.from(svg), blend: 'dest-in' }]));
}

/** A raster as an input of `composite`. */
export function rawOf({ data, width, height }: Raster): OverlayOptions {
  return { input: Buffer.from(data.buffer, data.byteOffset, data.byteLength), raw: { width, height, channels: 4 } };
}

/** Where something is put, if so much of the width and height is free. */
export function offsetOf(anchor: Anchor, freeWidth: number, freeHeight: number): { left: number; top: number } {
  const left = anchor.endsWith('left') ? 0 : anchor.endsWith('right') ? freeWidth : Math.floor(freeWidth / 2);
  const top = anchor.startsWith('top') ? 0 : anchor.startsWith('bottom') ? freeHeight : Math.floor(freeHeight / 2);
  return { left, top };
}

function sideOf(wanted: number, most: number): number {
  return Math.min(most, Math.max(Math.min(MIN_SIDE, most), Math.round(wanted)));
}
