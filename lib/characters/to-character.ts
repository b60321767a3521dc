import { settings } from '../platform/env';
import { authorNames } from './author';
import type { Character } from './contract';
import { defaultModelId } from './models';
import { character } from './tables';

/** The columns that are read for an answer: everything except the prompt. */
export const CHARACTER_COLUMNS = {
  id: character.id,
  slug: character.slug,
  ownerId: character.ownerId,
  name: character.name,
  description: character.description,
  tags: character.tags,
  adult: character.adult,
  featured: character.featured,
  webEnabled: character.webEnabled,
  modelId: character.modelId,
  photoUrl: character.photoUrl,
  publishedAt: character.publishedAt,
  ratingCount: character.ratingCount,
  ratingSum: character.ratingSum,
  importCount: character.importCount,
  createdAt: character.createdAt,
  updatedAt: character.updatedAt,
};

/** A row of `CHARACTER_COLUMNS` with the caller's own rating. */
export type CharacterRow = Pick<typeof character.$inferSelect, keyof typeof CHARACTER_COLUMNS> & {
  userRating: number | null;
};

/** Returns a function that converts rows to characters in the wire layout (docs/api-rules.md, "Character object"). */
export async function characterWriter(): Promise<(row: CharacterRow) => Character> {
  const nameOf = await authorNames();
  const { publicOrigin } = settings();
  const defaultModel = defaultModelId();
  return (row) => {
    const { id, slug, name, adult, featured, webEnabled, tags, photoUrl, ratingCount, ratingSum } = row;
    return {
      id,
      slug,
      name,
      description: row.description === '' ? null : row.description,
      author: nameOf(row.ownerId),
      adult,
      featured,
      webEnabled,
      modelId: row.modelId ?? defaultModel,
      tags,
      photoUrl,
      shareUrl: row.publishedAt === null ? null : `${publicOrigin}/characters?character=${slug}`,
      stats: {
        averageRating: averageOf(ratingSum, ratingCount),
        imports: row.importCount,
        ratingCount,
        ratingSum,
        userRating: row.userRating,
      },
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  };
}

/** The mean of ratings with two decimals; 0 without any. */
export function averageOf(sum: number, count: number): number {
  return count === 0 ? 0 : Math.round((100 * sum) / count) / 100;
}
