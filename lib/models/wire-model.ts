import type { WireModel } from './contract';
import type { Model, ModelOf } from './model';
import type { Deprecation } from './model-base';
import { transcriptionPricing } from './price/audio';
import { embeddingPricing } from './price/embedding';
import { upscalePricing } from './price/image';
import type { BaseSpec } from './wire/base';
import { musicSpec, ttsSpec } from './wire-model/audio';
import { imageSpec, inpaintSpec } from './wire-model/image';
import { textSpec } from './wire-model/text';

type WireModelOf<T extends WireModel['type']> = Extract<WireModel, { type: T }>;

/**
 * A model in its layout on the wire (docs/api-rules.md, "Model object").
 * @param options.owner the constant `owned_by`
 */
export function toWireModel(model: Model, options: { owner: string }): WireModel {
  const head = headOf(model, options.owner);
  const spec = baseSpec(model);
  switch (model.type) {
    case 'text': {
      const context_length = model.contextTokens;
      return { ...head, type: model.type, context_length, model_spec: { ...spec, ...textSpec(model) } };
    }
    case 'embedding':
      return { ...head, type: model.type, model_spec: { ...spec, ...embeddingSpec(model) } };
    case 'image':
      return { ...head, type: model.type, model_spec: { ...spec, ...imageSpec(model) } };
    case 'inpaint':
      return { ...head, type: model.type, model_spec: { ...spec, ...inpaintSpec(model) } };
    case 'upscale':
      return { ...head, type: model.type, model_spec: { ...spec, pricing: upscalePricing(model.price) } };
    case 'tts':
      return { ...head, type: model.type, model_spec: { ...spec, ...ttsSpec(model) } };
    case 'asr':
      return { ...head, type: model.type, model_spec: { ...spec, pricing: transcriptionPricing(model.price) } };
    case 'music':
      return { ...head, type: model.type, model_spec: { ...spec, ...musicSpec(model) } };
    case 'video':
      return { ...head, type: model.type, model_spec: { ...spec, constraints: videoConstraints(model) } };
  }
}

function headOf({ id, createdSeconds, discount }: Model, owner: string) {
  return {
    id,
    object: 'model' as const,
    created: createdSeconds,
    owned_by: owner,
    discount_to_user: discount,
  };
}

function baseSpec(model: Model): BaseSpec {
  return {
    name: model.name,
    description: model.description,
    modelSource: model.source,
    privacy: model.privacy,
    beta: model.beta ?? false,
    betaModel: model.betaModel ?? false,
    offline: model.offline ?? false,
    ...(model.uncensored && { uncensored: true }),
    regionRestrictions: model.regions,
    traits: model.traits,
    ...(model.deprecation && { deprecation: toWireDeprecation(model.deprecation) }),
  };
}

function toWireDeprecation(deprecation: Deprecation): BaseSpec['deprecation'] {
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

function embeddingSpec(model: ModelOf<'embedding'>): Omit<WireModelOf<'embedding'>['model_spec'], keyof BaseSpec> {
  return {
    embeddingDimensions: model.dimensions,
    maxInputTokens: model.maxInputTokens,
    supportsCustomDimensions: model.customDimensions,
    pricing: embeddingPricing(model.price),
  };
}

function videoConstraints(model: ModelOf<'video'>): WireModelOf<'video'>['model_spec']['constraints'] {
  return {
    model_type: model.kind,
    aspect_ratios: model.aspectRatios,
    resolutions: model.resolutions,
    durations: model.durations,
    audio: model.audio,
    audio_configurable: model.audioConfigurable,
    prompt_character_limit: model.promptCharacterLimit,
  };
}
