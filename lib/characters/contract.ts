import { z } from 'zod';
import { Time } from '../core/time-schema';
import { CHARACTER_ORDERS } from './constants';
import { Locale, Message, Name, oneLine, Prose, Tags } from './text';

/** Limits of a query (docs/api-rules.md, "Character list"). */
const MAX_SEARCH_CHARACTERS = 200;
const MAX_LIST_ITEMS = 20;
const MAX_NAME_CHARACTERS = 100;
const MAX_MODEL_CHARACTERS = 200;
const MAX_PAGE_ROWS = 100;
const DEFAULT_PAGE_ROWS = 50;
const DEFAULT_REVIEW_ROWS = 20;
/** Limits for what an account writes. */
export const MAX_CHARACTERS_PER_ACCOUNT = 100;
export const MAX_PROMPT_CHARACTERS = 20_000;
export const MAX_DESCRIPTION_CHARACTERS = 500;

/** `true` filters, `false` does not. */
const Switch = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Query of `GET /characters` (docs/api-rules.md, "Character list"). Unknown parameters are dropped. */
export const ListCharactersQuery = z.object({
  search: z
    .string()
    .max(MAX_SEARCH_CHARACTERS, `Must have at most ${MAX_SEARCH_CHARACTERS} characters`)
    .optional()
    .meta({ description: 'Words in the name, description, or tags. `#tag` matches that tag exactly.', example: 'sea' }),
  categories: nameList(MAX_NAME_CHARACTERS).meta({ description: 'Alias of `tags`.', example: ['Sea'] }),
  tags: nameList(MAX_NAME_CHARACTERS).meta({
    description: 'Characters with any of these tags. Repeat the parameter, or separate values by commas.',
    example: ['Sea'],
  }),
  modelId: nameList(MAX_MODEL_CHARACTERS).meta({
    description: 'Characters with any of these models.',
    example: ['demo-text-s'],
  }),
  isAdult: Switch.optional().meta({ description: '`true` lists only adult characters; otherwise they are left out.' }),
  isPro: Switch.optional().meta({ description: '`true` lists only characters whose model is for Pro accounts.' }),
  isWebEnabled: Switch.optional().meta({ description: '`true` lists only characters that may search the web.' }),
  sortBy: z.enum(CHARACTER_ORDERS).optional().meta({
    description:
      'Sort order. `featured` lists only featured characters, `highlyRated` only those with 2 or more ratings, `highlyRatedAndRecent` only those rated 3 or better, by time. Default: by imports.',
    example: 'highestRating',
  }),
  sortOrder: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Only applies together with `sortBy`.' }),
  limit: wholeNumber(1, MAX_PAGE_ROWS)
    .default(DEFAULT_PAGE_ROWS)
    .meta({ description: 'Maximum number of characters, 1 to 100.' }),
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0).meta({ description: 'Number of characters to skip.' }),
});
export type ListCharactersQuery = z.output<typeof ListCharactersQuery>;

/** Query of `GET /characters/{slug}/reviews` (docs/api-rules.md, "Character reviews"). */
export const ListReviewsQuery = z.object({
  page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1).meta({ description: 'Page number, starting at 1.' }),
  pageSize: wholeNumber(1, MAX_PAGE_ROWS)
    .default(DEFAULT_REVIEW_ROWS)
    .meta({ description: 'Reviews per page, 1 to 100.' }),
});
export type ListReviewsQuery = z.output<typeof ListReviewsQuery>;

/** How a path names a character. */
export const characterInPath = {
  slug: { description: 'Slug or ID of a character.', example: 'lighthouse-keeper' },
};

/** A character (docs/api-rules.md, "Character object"). */
export const Character = z
  .object({
    id: z.string().meta({ description: 'A UUID.', example: '6d0e2f3c-6a1d-4a1f-9d0e-2f3c4b5a6d7e' }),
    slug: z
      .string()
      .meta({ description: 'Public ID, used as `character_slug` in a chat.', example: 'lighthouse-keeper' }),
    name: z.string().meta({ example: 'Lighthouse Keeper' }),
    description: z.string().nullable().meta({ example: 'Calm and terse.' }),
    author: z.string().meta({ description: 'Short anonymous ID of the author.', example: 'k2m7p4xa' }),
    adult: z.boolean().meta({ description: 'Whether its content is for adults only.', example: false }),
    featured: z.boolean().meta({ description: 'Whether the service recommends it.', example: true }),
    webEnabled: z.boolean().meta({ description: 'Whether it may search the web.', example: false }),
    modelId: z.string().meta({ description: 'ID of its recommended model.', example: 'demo-text-s' }),
    tags: z.array(z.string()).meta({ example: ['Sea'] }),
    photoUrl: z.string().nullable().meta({ example: null }),
    shareUrl: z
      .string()
      .nullable()
      .meta({ description: 'Address of its page on this service; null for a draft.', example: null }),
    stats: z.object({
      averageRating: z.number().meta({ description: '1 to 5, two decimals; 0 without a rating.', example: 4.5 }),
      imports: z.int().meta({ description: 'Number of accounts that have chatted with it.', example: 12 }),
      ratingCount: z.int().meta({ example: 2 }),
      ratingSum: z.int().meta({ example: 9 }),
      userRating: z
        .int()
        .nullable()
        .meta({ description: 'Your own rating; null if you have not rated it.', example: null }),
    }),
    createdAt: Time.meta({ description: 'ISO 8601.', example: '2026-01-05T10:00:00.000Z' }),
    updatedAt: Time.meta({ description: 'ISO 8601.', example: '2026-02-01T10:00:00.000Z' }),
  })
  .meta({ id: 'Character', description: 'A character.' });
export type Character = z.output<typeof Character>;

/** The answer to `GET /characters` (docs/api-rules.md, "Character list"). */
export const CharacterList = z
  .object({ object: z.literal('list'), data: z.array(Character) })
  .meta({ id: 'CharacterList', description: 'Published characters.' });
export type CharacterList = z.output<typeof CharacterList>;

/** The answer to `GET /characters/{slug}` (docs/api-rules.md, "Character object"). */
export const FoundCharacter = z
  .object({ object: z.literal('character'), data: Character })
  .meta({ id: 'FoundCharacter', description: 'One character.' });
export type FoundCharacter = z.output<typeof FoundCharacter>;

const Rating = z.int('Must be a whole number').min(1, 'Must be 1 or more').max(5, 'Must be 5 or less');

/** A review (docs/api-rules.md, "Character reviews"). */
export const Review = z
  .object({
    id: z.string().meta({ description: 'A UUID.', example: '2f3c4b5a-6a1d-4a1f-9d0e-6d0e2f3c6d7e' }),
    characterId: z.string().meta({ example: '6d0e2f3c-6a1d-4a1f-9d0e-2f3c4b5a6d7e' }),
    createdAt: Time.meta({ description: 'ISO 8601.', example: '2026-02-02T08:00:00.000Z' }),
    rating: z.int().min(1).max(5).meta({ example: 5 }),
    message: z.string().nullable().meta({ example: null }),
    locale: z.string().nullable().meta({ description: 'Language of the review, if known.', example: 'en' }),
    username: z.string().meta({ description: 'Short anonymous ID of the reviewer.', example: 'h7q2c9vd' }),
    userAvatarUrl: z.string().nullable().meta({ example: null }),
    isOwner: z.boolean().meta({ description: 'Whether the review is yours.', example: false }),
  })
  .meta({ id: 'CharacterReview', description: 'A review of a character.' });
export type Review = z.output<typeof Review>;

const count = z.int().nonnegative();

/** The answer to `GET /characters/{slug}/reviews` (docs/api-rules.md, "Character reviews"). */
export const ReviewList = z
  .object({
    object: z.literal('list'),
    data: z.array(Review).meta({ description: 'The newest first.' }),
    pagination: z
      .object({ page: count, pageSize: count, total: count, totalPages: count })
      .meta({ example: { page: 1, pageSize: 20, total: 1, totalPages: 1 } }),
    summary: z.object({
      averageRating: z.number().meta({ description: '1 to 5, two decimals; 0 without a rating.', example: 4.5 }),
      totalReviews: count.meta({ example: 2 }),
    }),
  })
  .meta({ id: 'CharacterReviewList', description: 'A page of reviews.' });
export type ReviewList = z.output<typeof ReviewList>;

/** What an account writes for a character. `modelId` null means the service's default model. */
const CharacterInput = z.strictObject({
  name: Name,
  description: Prose(MAX_DESCRIPTION_CHARACTERS).default(''),
  prompt: Prose(MAX_PROMPT_CHARACTERS).refine((text) => text !== '', 'Enter the instructions for the character'),
  tags: Tags.default([]),
  adult: z.boolean().default(false),
  webEnabled: z.boolean().default(false),
  modelId: oneLine(MAX_MODEL_CHARACTERS).min(1, 'Must name a model').nullable().default(null),
  replacesServicePrompt: z.boolean().default(false),
});

/** The body of `POST /api/console/characters`: a draft. */
export const CreateCharacter = CharacterInput;
export type CreateCharacter = z.output<typeof CreateCharacter>;

/** The body of `PATCH /api/console/characters/{id}`: absent members stay unchanged. */
export const UpdateCharacter = z.strictObject({
  name: Name.optional(),
  description: CharacterInput.shape.description.unwrap().optional(),
  prompt: CharacterInput.shape.prompt.optional(),
  tags: Tags.optional(),
  adult: z.boolean().optional(),
  webEnabled: z.boolean().optional(),
  modelId: CharacterInput.shape.modelId.unwrap().optional(),
  replacesServicePrompt: z.boolean().optional(),
  /** Whether others can see it. */
  published: z.boolean().optional(),
});
export type UpdateCharacter = z.output<typeof UpdateCharacter>;

/** A character as its owner sees it in a list; `chosenModelId` is the model as chosen, null for the default. */
export type OwnCharacter = Character & { published: boolean; chosenModelId: string | null };

/** A character as its owner edits it. */
export type EditedCharacter = OwnCharacter & { prompt: string; replacesServicePrompt: boolean };

/** The body of `PUT /api/console/characters/{id}/review`. An empty message counts as none. */
export const RateCharacter = z.strictObject({
  rating: Rating,
  message: Message.nullish(),
  locale: Locale.nullish(),
});
export type RateCharacter = z.output<typeof RateCharacter>;

/** Values of a query parameter: repeated, separated by commas, or both; empty ones are dropped. */
function nameList(max: number) {
  const name = z.string().max(max, `Must have at most ${max} characters`);
  return z
    .array(z.string())
    .transform((given) => given.flatMap((text) => text.split(',')).flatMap((text) => text.trim() || []))
    .pipe(z.array(name).max(MAX_LIST_ITEMS, `Must have at most ${MAX_LIST_ITEMS} entries`))
    .optional();
}

/** A whole number in a query. */
function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,16}$/, 'Must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `Must be ${min} or more`).max(max, `Must be ${max} or less`));
}
