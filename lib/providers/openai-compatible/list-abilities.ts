import { z } from 'zod';
import { ASSUMED_ABILITIES } from '../../models/constants';
import type { Ability } from '../../models/text-metadata';

const Strings = z.array(z.string()).nullish().catch(null);
const Flag = z.boolean().nullish().catch(null);

/** Where servers say what a listed model can do. None of these members is standard. */
export const AbilityMembers = {
  /** OpenRouter. */
  supported_parameters: Strings,
  /** OpenRouter. Its older layout names input and output in one string: `text+image->text`. */
  architecture: z
    .object({ modality: z.string().nullish().catch(null), input_modalities: Strings, output_modalities: Strings })
    .nullish()
    .catch(null),
  /** llama.cpp, LM Studio: a list of names. Mistral, LM Studio: an object of names and booleans. */
  capabilities: z
    .union([
      z.array(z.string()).transform((names) => Object.fromEntries(names.map((name) => [name, true]))),
      z.record(z.string(), z.unknown()),
    ])
    .nullish()
    .catch(null),
  /** Fireworks. */
  supports_tools: Flag,
  supports_image_input: Flag,
};
type AbilityEntry = z.output<z.ZodObject<typeof AbilityMembers>>;

/** Request parameters, and the abilities that a model which accepts them has. */
const OF_PARAMETERS: Record<string, Ability[]> = {
  tools: ['tools'],
  response_format: ['schema'],
  structured_outputs: ['schema'],
  logprobs: ['logprobs'],
  reasoning: ['reasoning', 'reasoning_effort'],
  include_reasoning: ['reasoning'],
  reasoning_effort: ['reasoning', 'reasoning_effort'],
};

/** Input modalities and capability names, and the abilities that they stand for. */
const BY_NAME: Record<string, Ability[]> = {
  image: ['vision', 'multiple_images'],
  vision: ['vision', 'multiple_images'],
  multimodal: ['vision', 'multiple_images'],
  vlm: ['vision', 'multiple_images'],
  audio: ['audio'],
  video: ['video'],
  tools: ['tools'],
  tool_use: ['tools'],
  function_calling: ['tools'],
  trained_for_tool_use: ['tools'],
  reasoning: ['reasoning'],
  thinking: ['reasoning'],
};

/**
 * The abilities that a server reports for a model, under the names of the service file. If it reports no request
 * parameters, the model is assumed to have the usual abilities except those that it denies.
 * @param type the entry's own `type`
 * @returns undefined if the server reports nothing
 */
export function readAbilities(entry: AbilityEntry, type: string | null | undefined): Ability[] | undefined {
  const { supported_parameters: parameters, capabilities } = entry;
  const inputs = inputsOf(entry);
  const flags = Object.entries(capabilities ?? {}).flatMap(([name, value]): [string, boolean][] =>
    typeof value === 'boolean' ? [[name, value]] : [],
  );
  if (entry.supports_tools != null) flags.push(['tools', entry.supports_tools]);
  if (entry.supports_image_input != null) flags.push(['image', entry.supports_image_input]);
  if (type === 'vlm') flags.push([type, true]);
  if (!parameters && inputs.length === 0 && flags.length === 0) return undefined;
  const denied = new Set(flags.flatMap(([name, can]) => (can ? [] : abilitiesOf(BY_NAME, name))));
  return [
    ...new Set([
      ...(parameters
        ? parameters.flatMap((name) => abilitiesOf(OF_PARAMETERS, name))
        : ASSUMED_ABILITIES.filter((ability) => !denied.has(ability))),
      ...inputs.flatMap((name) => abilitiesOf(BY_NAME, name)),
      ...flags.flatMap(([name, can]) => (can ? abilitiesOf(BY_NAME, name) : [])),
    ]),
  ];
}

function inputsOf({ architecture }: AbilityEntry): string[] {
  const [inputs, outputs] = architecture?.modality?.split('->') ?? [];
  return architecture?.input_modalities ?? (outputs === undefined ? [] : (inputs?.split('+') ?? []));
}

function abilitiesOf(table: Record<string, Ability[]>, name: string): Ability[] {
  return Object.hasOwn(table, name) ? (table[name] ?? []) : [];
}
