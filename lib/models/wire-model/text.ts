import { SERVED_ABILITIES, type TextModel } from '../model';
import type { Ability } from '../text-metadata';
import { textPricing } from '../price/text';
import type { WireTextModel } from '../wire/text';

type Spec = WireTextModel['model_spec'];
type OwnSpec = Pick<
  Spec,
  'availableContextTokens' | 'maxCompletionTokens' | 'capabilities' | 'constraints' | 'pricing'
>;

/**
 * Efforts that a model with `reasoning_effort` accepts, and the one that it uses by default, unless its entry names
 * others.
 */
const USUAL_EFFORTS = ['low', 'medium', 'high'] as const;
const USUAL_EFFORT = 'medium';

/** The `model_spec` members of a text model (docs/api-rules.md, "Model object" and "Text abilities"). */
export function textSpec(model: TextModel): OwnSpec {
  return {
    availableContextTokens: model.contextTokens,
    maxCompletionTokens: model.maxCompletionTokens,
    capabilities: capabilitiesOf(model),
    constraints: constraintsOf(model),
    pricing: textPricing(model.price),
  };
}

function capabilitiesOf(model: TextModel): Spec['capabilities'] {
  const can = (ability: Ability) => SERVED_ABILITIES.has(ability) && model.abilities.includes(ability);
  return {
    optimizedForCode: can('code'),
    quantization: model.quantization,
    supportsFunctionCalling: can('tools'),
    supportsAudioInput: can('audio'),
    supportsReasoning: can('reasoning'),
    supportsReasoningEffort: can('reasoning_effort'),
    ...(can('reasoning_effort') && effortsOf(model)),
    supportsResponseSchema: can('schema'),
    supportsMultipleImages: can('multiple_images'),
    ...(can('vision') && model.maxImages !== undefined && { maxImages: model.maxImages }),
    supportsVision: can('vision'),
    supportsVideoInput: can('video'),
    ...(can('video') && model.maxVideos !== undefined && { maxVideos: model.maxVideos }),
    supportsWebSearch: can('web_search'),
    supportsLogProbs: can('logprobs'),
    supportsTeeAttestation: false,
    supportsE2EE: false,
    supportsXSearch: can('x_search'),
  };
}

function effortsOf(model: TextModel): Pick<Spec['capabilities'], 'reasoningEffortOptions' | 'defaultReasoningEffort'> {
  const options = model.reasoningEfforts ?? [...USUAL_EFFORTS];
  const usual = model.defaultReasoningEffort ?? options.find((effort) => effort === USUAL_EFFORT);
  return { reasoningEffortOptions: options, defaultReasoningEffort: usual };
}

function constraintsOf({ defaults }: TextModel): Spec['constraints'] {
  const { temperature, topP, frequencyPenalty, presencePenalty, repetitionPenalty } = defaults;
  return {
    temperature: { default: temperature },
    top_p: { default: topP },
    ...(frequencyPenalty !== undefined && { frequency_penalty: { default: frequencyPenalty } }),
    ...(presencePenalty !== undefined && { presence_penalty: { default: presencePenalty } }),
    ...(repetitionPenalty !== undefined && { repetition_penalty: { default: repetitionPenalty } }),
  };
}
