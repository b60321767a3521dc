import type { StudioImage } from '../types';

const MOST_WORDS = 6;
const MOST_CHARACTERS = 60;
const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** The name of an image's file: the first words of its prompt, and its seed. */
export function imageFileName({ settings, type, id }: Pick<StudioImage, 'settings' | 'type' | 'id'>): string {
  const words = settings.prompt
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  const start = words ? [...words.slice(0, MOST_WORDS).join('-')].slice(0, MOST_CHARACTERS).join('') : 'image';
  return `${start}-${settings.seed ?? id.slice(0, 8)}.${EXTENSIONS[type] ?? 'png'}`;
}
