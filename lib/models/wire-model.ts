import type { TextCapabilities, WireModel } from './contract';
import { SERVED_ABILITIES, type Ability, type Deprecation, type Model, type TextModel } from './model';
import { textPricing } from './price/text';

/** Efforts that a model with `reasoning_effort` takes, and the one that it takes unasked (contract 6.4). */
const EFFORTS = ['low', 'medium', 'high'];
const DEFAULT_EFFORT = 'medium';

/**
 * A model in the layout of contract 6.2.
 * @param options.owner the constant `owned_by`
 */
export function toWireModel(model: Model, options: { owner: string }): WireModel {
  return {
    id: model.id,
    object: 'model',
    created: model.createdSeconds,
    owned_by: options.owner,
    type: model.type,
    context_length: model.contextTokens,
    model_spec: {
      name: model.name,
      description: model.description,
      modelSource: model.source,
      privacy: model.privacy,
      beta: false,
      betaModel: false,
      offline: false,
      traits: model.traits,
      ...(model.deprecation && { deprecation: toWireDeprecation(model.deprecation) }),
      availableContextTokens: model.contextTokens,
      maxCompletionTokens: model.maxCompletionTokens,
      capabilities: capabilitiesOf(model),
      constraints: constraintsOf(model),
      pricing: textPricing(model.price),
    },
  };
}

function toWireDeprecation(deprecation: Deprecation): WireModel['model_spec']['deprecation'] {
  const { startsAtMs, dateMs, removesAtMs, autoRemap, replacement } = deprecation;
  return {
    date: isoOf(dateMs),
    removesAt: isoOf(removesAtMs),
    autoRemap,
    ...(startsAtMs !== undefined && { startsAt: isoOf(startsAtMs) }),
    ...(replacement !== undefined && { replacementModelId: replacement }),
  };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

function capabilitiesOf(model: TextModel): TextCapabilities {
  const can = (ability: Ability) => SERVED_ABILITIES.has(ability) && model.abilities.includes(ability);
  return {
    optimizedForCode: can('code'),
    quantization: model.quantization,
    supportsFunctionCalling: can('tools'),
    supportsAudioInput: can('audio'),
    supportsReasoning: can('reasoning'),
    supportsReasoningEffort: can('reasoning_effort'),
    ...(can('reasoning_effort') && { reasoningEffortOptions: EFFORTS, defaultReasoningEffort: DEFAULT_EFFORT }),
    supportsResponseSchema: can('schema'),
    supportsMultipleImages: can('multiple_images'),
    supportsVision: can('vision'),
    supportsVideoInput: can('video'),
    supportsWebSearch: can('web_search'),
    supportsLogProbs: can('logprobs'),
    supportsTeeAttestation: false,
    supportsE2EE: false,
    supportsXSearch: can('x_search'),
  };
}

function constraintsOf({ defaults }: TextModel): WireModel['model_spec']['constraints'] {
  return {
    temperature: { default: defaults.temperature },
    top_p: { default: defaults.topP },
    ...(defaults.repetitionPenalty !== undefined && { repetition_penalty: { default: defaults.repetitionPenalty } }),
  };
}
