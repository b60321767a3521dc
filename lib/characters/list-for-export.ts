import { database } from '../platform/db';

/** An id before every row. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** An account's character with its prompt, as its owner wrote it. */
export type ExportedCharacter = {
  id: string;
  slug: string;
  name: string;
  description: string;
  prompt: string;
  tags: string[];
  adult: boolean;
  webEnabled: boolean;
  modelId: string | null;
  replacesServicePrompt: boolean;
  publishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** A review that an account wrote. */
export type ExportedReview = {
  id: string;
  characterId: string;
  rating: number;
  message: string | null;
  locale: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The next characters of an account after an id, in the order of their ids. */
export function listCharactersForExport(
  accountId: string,
  after: string | undefined,
  limit: number,
): Promise<ExportedCharacter[]> {
  return database().query<ExportedCharacter>(
    `select id, slug, name, description, prompt, tags, adult, web_enabled as "webEnabled", model_id as "modelId",
        replaces_service_prompt as "replacesServicePrompt", published_at as "publishedAt", created_at as "createdAt",
        updated_at as "updatedAt"
      from "character" where owner_id = $1 and id > $2 order by id limit $3`,
    [accountId, after ?? LOWEST_ID, limit],
  );
}

/** The next reviews that an account wrote after an id, in the order of their ids. */
export function listReviewsForExport(
  accountId: string,
  after: string | undefined,
  limit: number,
): Promise<ExportedReview[]> {
  return database().query<ExportedReview>(
    `select id, character_id as "characterId", rating, message, locale, created_at as "createdAt",
        updated_at as "updatedAt"
      from character_review where account_id = $1 and id > $2 order by id limit $3`,
    [accountId, after ?? LOWEST_ID, limit],
  );
}
