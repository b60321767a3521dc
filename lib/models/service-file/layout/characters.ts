import { z } from 'zod';

/** More would slow down the start. */
const MAX_CHARACTERS = 1_000;

const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: 'is not a slug; use lowercase letters and digits with single "-" between them',
  })
  .refine((text) => !z.guid().safeParse(text).success, { error: 'is a character id; use words' });

/** Text that PostgreSQL can store. */
const words = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !text.includes('\0'), { error: 'contains the character U+0000; remove it' });

/** Queries separate tags by commas. */
const tag = words(1, 30).refine((text) => !text.includes(','), { error: 'contains a comma; split it into two tags' });

const photoUrl = z
  .string()
  .max(2_000)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'is not an http or https address; write it like "https://example.org/keeper.png"',
  });

const characterEntry = z.strictObject({
  slug,
  name: words(1, 80),
  description: words(0, 500).default(''),
  prompt: words(1, 20_000),
  tags: z.array(tag).max(20).default([]),
  adult: z.boolean().default(false),
  featured: z.boolean().default(false),
  web_enabled: z.boolean().default(false),
  model: z.string().min(1).max(200).optional(),
  photo_url: photoUrl.optional(),
  replaces_system_prompt: z.boolean().default(false),
});

/** A character of the service file, or of the starter set. Source: docs/api-rules.md, "Characters". */
export type ServiceCharacter = z.output<typeof characterEntry>;

/** The service's own characters: a starter set if the member is absent, none if the list is empty. */
export const CharactersLayout = z
  .array(characterEntry)
  .max(MAX_CHARACTERS)
  .superRefine((characters, context) => {
    const first = new Map<string, number>();
    for (const [index, { slug: name }] of characters.entries()) {
      const earlier = first.get(name);
      if (earlier === undefined) first.set(name, index);
      const message = `is already the slug of characters[${earlier}]; give each character its own`;
      if (earlier !== undefined) context.addIssue({ code: 'custom', path: [index, 'slug'], message });
    }
  })
  .optional();

/** How a member of a character is written, by name. */
export const CHARACTER_EXAMPLES: Record<string, string> = {
  characters: '- { slug: keeper, name: Keeper, prompt: "You keep a lighthouse.", tags: [Sea], featured: true }',
  slug: 'lighthouse-keeper',
  prompt: '"You keep a lighthouse, and answer in a few calm words."',
  tags: '[Sea, Calm]',
  adult: 'true',
  featured: 'true',
  web_enabled: 'true',
  photo_url: '"https://example.org/keeper.png"',
  replaces_system_prompt: 'true',
};

/** The members that a character may have. */
export const CHARACTER_MEMBERS: readonly string[] = Object.keys(characterEntry.shape);
