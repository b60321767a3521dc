import { z } from 'zod';
import { ASSUMED_ABILITIES, type Ability } from '../../models/model';

const Words = z.array(z.string()).nullish().catch(null);
const Flag = z.boolean().nullish().catch(null);

/** Where servers tell what a listed model can do; every member is one of their inventions. */
export const AbilityMembers = {
  /** OpenRouter. */
  supported_parameters: Words,
  /** OpenRouter; its older layout names both sides: `text+image->text`. */
  architecture: z
    .object({ modality: z.string().nullish().catch(null), input_modalities: Words, output_modalities: Words })
    .nullish()
    .catch(null),
  /** llama.cpp, LM Studio: words; Mistral, LM Studio: words that are true or false. */
  capabilities: z
    .union([
      z.array(z.string()).transform((words) => Object.fromEntries(words.map((word) => [word, true]))),
      z.record(z.string(), z.unknown()),
    ])
    .nullish()
    .catch(null),
  /** Fireworks. */
  supports_tools: Flag,
  supports_image_input: Flag,
};
type Told = z.output<z.ZodObject<typeof AbilityMembers>>;

/** Parameters of a request, each with what a model that takes it can do. */
const OF_PARAMETERS: Record<string, Ability[]> = {
  tools: ['tools'],
  response_format: ['schema'],
  structured_outputs: ['schema'],
  logprobs: ['logprobs'],
  reasoning: ['reasoning', 'reasoning_effort'],
  include_reasoning: ['reasoning'],
  reasoning_effort: ['reasoning', 'reasoning_effort'],
};

/** Kinds of input, and words for what a model can do. */
const OF_WORDS: Record<string, Ability[]> = {
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
 * What a server tells of a model's abilities, in the service file's words. Where it tells of inputs alone, the model is
 * taken for one that can do what models mostly can.
 * @param type the entry's own `type`
 * @returns undefined where nothing is told
 */
export function readAbilities(entry: Told, type: string | null | undefined): Ability[] | undefined {
  const { supported_parameters: parameters, capabilities } = entry;
  const inputs = inputsOf(entry);
  const flags = Object.entries(capabilities ?? {}).flatMap(([word, value]): [string, boolean][] =>
    typeof value === 'boolean' ? [[word, value]] : [],
  );
  if (entry.supports_tools != null) flags.push(['tools', entry.supports_tools]);
  if (entry.supports_image_input != null) flags.push(['image', entry.supports_image_input]);
  if (type === 'vlm') flags.push([type, true]);
  if (!parameters && inputs.length === 0 && flags.length === 0) return undefined;
  const denied = new Set(flags.flatMap(([word, can]) => (can ? [] : abilitiesOf(OF_WORDS, word))));
  return [
    ...new Set([
      ...(parameters
        ? parameters.flatMap((name) => abilitiesOf(OF_PARAMETERS, name))
        : ASSUMED_ABILITIES.filter((ability) => !denied.has(ability))),
      ...inputs.flatMap((word) => abilitiesOf(OF_WORDS, word)),
      ...flags.flatMap(([word, can]) => (can ? abilitiesOf(OF_WORDS, word) : [])),
    ]),
  ];
}

function inputsOf({ architecture }: Told): string[] {
  const [inputs, outputs] = architecture?.modality?.split('->') ?? [];
  return architecture?.input_modalities ?? (outputs === undefined ? [] : (inputs?.split('+') ?? []));
}

function abilitiesOf(words: Record<string, Ability[]>, word: string): Ability[] {
  return Object.hasOwn(words, word) ? (words[word] ?? []) : [];
}
