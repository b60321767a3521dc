import { z } from 'zod';
import { DEFAULT_SYSTEM_PROMPT } from '../system-prompt';
import { CHARACTER_EXAMPLES, CHARACTER_MEMBERS, CharactersLayout } from './layout/characters';
import { AccountsLayout, LIMIT_EXAMPLES, limitMembersAt, TiersLayout } from './layout/limits';
import { modelExampleAt, modelMembersAt, ModelsLayout } from './layout/models';
import { PROVIDER_EXAMPLES, providerMembersAt, ProviderLayout } from './layout/provider';
import { SCREENING_EXAMPLES, screeningMembersAt, ScreeningLayout } from './layout/screening';
import { SEARCH_EXAMPLES, SearchLayout, searchMembersAt } from './layout/search';

const providerId = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, {
  error: 'is not a provider name; use lowercase letters, digits, and "-", beginning with a letter',
});

const foreignName = z
  .string()
  .regex(/^\S{1,128}$/, { error: 'is not an alias; use a name without spaces, at most 128 characters' });

/** The scalar at a path of the file, or undefined. */
type ValueAt = (path: readonly PropertyKey[]) => unknown;

/**
 * The layout of the service file in YAML. Unknown members are refused everywhere, so that typos do not go unnoticed.
 */
export const ServiceFileLayout = z.strictObject({
  include: z.array(z.enum(['embedded', 'automatic'])).default(['embedded', 'automatic']),
  system_prompt: z.string().max(100_000).default(DEFAULT_SYSTEM_PROMPT),
  providers: z.record(providerId, ProviderLayout).default({}),
  models: ModelsLayout,
  aliases: z.record(foreignName, z.string().min(1)).default({}),
  tiers: TiersLayout,
  accounts: AccountsLayout,
  characters: CharactersLayout,
  image_screening: ScreeningLayout,
  search: SearchLayout,
});
export type ServiceFileLayout = z.output<typeof ServiceFileLayout>;

/** Examples of members by name, except those of models. */
const EXAMPLES: Record<string, string> = {
  ...SEARCH_EXAMPLES,
  ...PROVIDER_EXAMPLES,
  ...CHARACTER_EXAMPLES,
  ...LIMIT_EXAMPLES,
  ...SCREENING_EXAMPLES,
  include: '[embedded, automatic]',
  system_prompt: '"You are a helpful assistant."',
  providers: '{ lab: { kind: openai-compatible, base_url: http://127.0.0.1:8000/v1 } }',
  models: '- { id: big, upstreams: [{ provider: lab, model: org/big }], price: { input: "0.15", output: "0.60" } }',
  aliases: '{ gpt-4o: big }',
};

/**
 * How a member is written, for the advice in a problem.
 * @param valueAt the value at a path of the file: what an entry may contain depends on its type
 */
export function exampleAt(path: readonly PropertyKey[], valueAt: ValueAt): string | undefined {
  if (path[0] === 'models' && path.length > 2) return modelExampleAt(path, valueAt([...path.slice(0, 2), 'type']));
  return EXAMPLES[String(path.at(-1))];
}

/** The members that a map at a path of the file may have. @param valueAt like that of `exampleAt` */
export function membersAt(path: readonly PropertyKey[], valueAt: ValueAt): readonly string[] {
  switch (path[0]) {
    case undefined:
      return Object.keys(ServiceFileLayout.shape);
    case 'providers':
      return providerMembersAt(path, valueAt([...path.slice(0, 2), 'kind']));
    case 'models':
      return modelMembersAt(path, valueAt([...path.slice(0, 2), 'type']));
    case 'tiers':
    case 'accounts':
      return limitMembersAt(path);
    case 'characters':
      return CHARACTER_MEMBERS;
    case 'image_screening':
      return screeningMembersAt(path);
    case 'search':
      return searchMembersAt(path, valueAt([...path.slice(0, 2), 'engine']));
    default:
      return [];
  }
}
