import { z } from 'zod';
import { MAX_INSTRUCTIONS, MAX_PREFERENCE_NAME, MAX_PRESETS, MAX_PROMPT_TEXT, MAX_PROMPTS } from './constants';

const MAX_SYSTEM = 40_000;
const MAX_STOPS = 4;
const MAX_STOP = 1_000;
const MAX_SCHEMA = 40_000;
const MAX_TOOLS = 32;
const MAX_TEMPERATURE = 2;
const MAX_MODEL_ID = 200;
const MAX_ID = 40;
/** The largest value of PostgreSQL's `integer`. */
const MAX_REVISION = 2_147_483_647;

const text = (most: number) => z.string().max(most, `Must have at most ${most.toLocaleString('en-US')} characters`);
const name = text(MAX_PREFERENCE_NAME).trim().min(1, 'Enter a name');
const id = z.string().min(1).max(MAX_ID);
const count = z.number().int().nonnegative();

/** The settings of a chat, as the page keeps them; null and absent members leave the choice to the model. */
export const PreferredSettings = z.strictObject({
  system: text(MAX_SYSTEM),
  temperature: z.number().min(0).max(MAX_TEMPERATURE).nullable(),
  topP: z.number().min(0).max(1).nullable(),
  maxTokens: count.min(1).nullable(),
  seed: count.nullable(),
  stop: z.array(text(MAX_STOP).min(1)).max(MAX_STOPS),
  schema: z.strictObject({ name: text(MAX_STOP), text: text(MAX_SCHEMA), strict: z.boolean() }).optional(),
  tools: z
    .array(z.strictObject({ name: text(MAX_STOP), description: text(MAX_SCHEMA), parameters: text(MAX_SCHEMA) }))
    .max(MAX_TOOLS)
    .optional(),
  thinking: z.enum(['hidden', 'off']).optional(),
  webSearch: z.enum(['auto', 'on']).optional(),
  readLinks: z.literal(true).optional(),
});
export type PreferredSettings = z.output<typeof PreferredSettings>;

/** A saved prompt, which `/name` fills in. */
const SavedPrompt = z.strictObject({ id, name, text: text(MAX_PROMPT_TEXT).min(1, 'Enter the prompt') });
/** Saved settings of a chat. */
const Preset = z.strictObject({ id, name, settings: PreferredSettings });

/**
 * What an account prefers in its chats, in all at most the 64 KB of a request's body. The chats themselves are stored in
 * the browser.
 */
export const ChatPreferences = z.strictObject({
  /** Sent with every chat, before its system prompt. */
  instructions: text(MAX_INSTRUCTIONS),
  /** Whether the model writes the title of a chat after its first answer, which is billed. */
  titles: z.boolean(),
  /** What a new chat starts with; a model of null is the one chosen last. */
  defaults: z.strictObject({ modelId: z.string().max(MAX_MODEL_ID).nullable(), settings: PreferredSettings }),
  prompts: z.array(SavedPrompt).max(MAX_PROMPTS, `At most ${MAX_PROMPTS} prompts can be saved`),
  presets: z.array(Preset).max(MAX_PRESETS, `At most ${MAX_PRESETS} presets can be saved`),
});
export type ChatPreferences = z.output<typeof ChatPreferences>;
export type SavedPrompt = z.output<typeof SavedPrompt>;
export type Preset = z.output<typeof Preset>;

/** The answer to `GET` and `PUT /api/console/chat-preferences`. `revision` counts the changes; 0 before the first. */
export type StoredPreferences = { revision: number; preferences: ChatPreferences };

/** The body of `PUT /api/console/chat-preferences`: `revision` is that of the preferences that were changed. */
export const PutPreferences = z.strictObject({ revision: count.max(MAX_REVISION), preferences: ChatPreferences });
export type PutPreferences = z.output<typeof PutPreferences>;

/** The preferences of an account that has changed nothing. */
export const NO_PREFERENCES: ChatPreferences = {
  instructions: '',
  titles: false,
  defaults: {
    modelId: null,
    settings: { system: '', temperature: null, topP: null, maxTokens: null, seed: null, stop: [] },
  },
  prompts: [],
  presets: [],
};
