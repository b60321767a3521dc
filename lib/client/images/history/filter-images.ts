import { dateLabels } from '../../date-labels';
import type { StudioImage } from '../types';

/** What the history shows of its images. @property search every word must occur in prompt, style, or model */
export type HistoryFilter = { search: string; favorites: boolean };

/** A heading with its images, in the order that they had. */
export type ImageFolder = { label: string; images: StudioImage[] };

/** The images that match a filter, in the order that they had. */
export function filterImages(images: readonly StudioImage[], { search, favorites }: HistoryFilter): StudioImage[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return images.filter((image) => {
    if (favorites && !image.favorite) return false;
    if (words.length === 0) return true;
    const { prompt, negativePrompt, style } = image.settings;
    const text = `${prompt} ${negativePrompt} ${style ?? ''} ${image.modelName}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Groups images by the day on which they were made. @param at now, in Unix milliseconds */
export function imageFolders(images: readonly StudioImage[], at: number): ImageFolder[] {
  const labelOf = dateLabels(at);
  const folders = new Map<string, StudioImage[]>();
  for (const image of images) {
    const label = labelOf(image.createdAt);
    const folder = folders.get(label);
    if (folder) folder.push(image);
    else folders.set(label, [image]);
  }
  return [...folders].map(([label, within]) => ({ label, images: within }));
}
