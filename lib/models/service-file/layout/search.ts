import { z } from 'zod';

const baseUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[?#]/.test(text), {
    error: 'is not an http or https address; write it like "http://127.0.0.1:8080"',
  })
  .transform((text) => text.replace(/\/+$/, ''));

const index = z.strictObject({ engine: z.literal('index') });

const searxng = z.strictObject({
  engine: z.literal('searxng'),
  base_url: baseUrl,
  /** Which of its engines answer; those of its own settings if absent. */
  engines: z
    .array(z.string().regex(/^[^,]{1,60}$/, { error: 'is not the name of an engine' }))
    .min(1)
    .max(20)
    .optional(),
  language: z
    .string()
    .regex(/^[a-zA-Z-]{2,10}$/, { error: 'is not a language; write it like en' })
    .optional(),
});

const brave = z.strictObject({
  engine: z.literal('brave'),
  api_key: z.string().min(1).max(500),
  base_url: baseUrl.default('https://api.search.brave.com'),
});

const wikipedia = z.strictObject({
  engine: z.literal('wikipedia'),
  language: z
    .string()
    .regex(/^[a-z][a-z-]{1,15}$/, { error: 'is not a Wikipedia; write its language like en' })
    .default('en'),
  /** For a mirror; by default the Wikipedia of the language. */
  base_url: baseUrl.optional(),
  answers_url: baseUrl.default('https://api.duckduckgo.com'),
});

const engine = z.discriminatedUnion('engine', [index, searxng, brave, wikipedia]);

/** How a search engine is reached, as the service file has it. */
export type SearchEngineLayout = z.output<typeof engine>;

const layout = z.strictObject({ brave: engine.optional(), google: engine.optional() });

/** Which engine answers for which `search_provider` of requests; absent: the local index. */
export const SearchLayout = layout.optional();

/** How a member of the search is written, by name. */
export const SEARCH_EXAMPLES: Record<string, string> = {
  search: '{ brave: { engine: brave, api_key: "${BRAVE_KEY}" } }',
  brave: '{ engine: brave, api_key: "${BRAVE_KEY}" }',
  google: '{ engine: searxng, base_url: "http://127.0.0.1:8080", engines: [google] }',
  engine: 'index',
  engines: '[google, bing]',
  language: 'en',
  answers_url: '"https://api.duckduckgo.com"',
};

/**
 * The members that a map of the search may have.
 * @param path from the top of the file
 * @param name the value of `engine` in that entry
 */
export function searchMembersAt(path: readonly PropertyKey[], name: unknown): readonly string[] {
  if (path.length === 1) return Object.keys(layout.shape);
  const shape = [index, searxng, brave, wikipedia].find((one) => one.shape.engine.value === name)?.shape;
  return Object.keys(shape ?? index.shape);
}
