import { describe, expect, it } from 'vitest';
import { WireModel } from './contract';
import { testCatalog } from './test-catalog';
import { WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from './test-whole-file';
import { toWireModel } from './wire-model';
import { MODEL_TYPES } from './values';

const BUILT = testCatalog(WHOLE_FILE, {}, WHOLE_FILE_ENVIRONMENT);
/** A model as it is sent on the wire. */
const wire = (id: string, built = BUILT): Record<string, unknown> => {
  const model = built.models.get(id);
  if (!model) throw new Error(`${id} is not served`);
  return JSON.parse(JSON.stringify(toWireModel(model, { owner: 'farebox' }))) as Record<string, unknown>;
};
const pair = (amount: number) => ({ usd: amount, diem: amount });

const HEAD = { object: 'model', created: 0, owned_by: 'farebox' };
const SPEC = {
  description: '',
  modelSource: '',
  privacy: 'private',
  beta: false,
  betaModel: false,
  offline: false,
  traits: ['default'],
};

const EXPECTED: Record<string, object> = {
  'demo-text-s': {
    ...HEAD,
    id: 'demo-text-s',
    type: 'text',
    created: 1_772_323_200,
    context_length: 131_072,
    model_spec: {
      ...SPEC,
      name: 'Demo Text S',
      description: 'Small general model.',
      modelSource: 'https://example.org/demo-text-s',
      traits: ['default', 'function_calling_default'],
      availableContextTokens: 131_072,
      maxCompletionTokens: 16_384,
      capabilities: {
        optimizedForCode: false,
        quantization: 'fp8',
        supportsFunctionCalling: true,
        supportsAudioInput: false,
        supportsReasoning: true,
        supportsReasoningEffort: true,
        reasoningEffortOptions: ['none', 'low', 'medium', 'high'],
        defaultReasoningEffort: 'medium',
        supportsResponseSchema: true,
        supportsMultipleImages: true,
        maxImages: 10,
        supportsVision: true,
        supportsVideoInput: true,
        maxVideos: 3,
        supportsWebSearch: false,
        supportsLogProbs: true,
        supportsTeeAttestation: false,
        supportsE2EE: false,
        supportsXSearch: false,
      },
      constraints: {
        temperature: { default: 0.7 },
        top_p: { default: 0.9 },
        frequency_penalty: { default: 0 },
        presence_penalty: { default: 0.1 },
        repetition_penalty: { default: 1.05 },
      },
      pricing: {
        input: pair(0.2),
        output: pair(0.9),
        cache_input: pair(0.05),
        cache_write: pair(0.25),
        extended: {
          context_token_threshold: 65_536,
          input: pair(0.4),
          output: pair(1.8),
          cache_input: pair(0.1),
        },
      },
    },
  },
  'demo-embed': {
    ...HEAD,
    id: 'demo-embed',
    type: 'embedding',
    model_spec: {
      ...SPEC,
      name: 'demo-embed',
      embeddingDimensions: 1_024,
      maxInputTokens: 8_192,
      supportsCustomDimensions: true,
      pricing: { input: pair(0.02), output: pair(0) },
    },
  },
  'demo-image': {
    ...HEAD,
    id: 'demo-image',
    type: 'image',
    model_spec: {
      ...SPEC,
      name: 'demo-image',
      traits: ['default', 'highest_quality'],
      supportsStyleReferences: true,
      supportsWebSearch: false,
      supportsOptimizePromptThinking: true,
      constraints: {
        promptCharacterLimit: 1_500,
        steps: { default: 8, max: 50 },
        widthHeightDivisor: 16,
        aspectRatios: ['1:1', '16:9'],
        defaultAspectRatio: '1:1',
        resolutions: ['1K', '2K'],
        defaultResolution: '1K',
        qualities: ['low', 'medium', 'high'],
        defaultQuality: 'medium',
        maxStyleReferences: 4,
        supportsStyleReferenceStrength: true,
      },
      pricing: {
        resolutions: { '1K': pair(0.04), '2K': pair(0.08) },
        quality: { '1K': { low: pair(0.02), medium: pair(0.04), high: pair(0.08) } },
        upscale: { '2x': pair(0.02), '4x': pair(0.08) },
      },
    },
  },
  'demo-image-pixels': {
    ...HEAD,
    id: 'demo-image-pixels',
    type: 'image',
    model_spec: {
      ...SPEC,
      name: 'demo-image-pixels',
      offline: true,
      traits: ['fastest'],
      supportsStyleReferences: false,
      supportsWebSearch: false,
      supportsOptimizePromptThinking: false,
      constraints: { promptCharacterLimit: 7_500, steps: { default: 8, max: 50 }, widthHeightDivisor: 8 },
      pricing: { generation: pair(0.01), upscale: { '2x': pair(0.02), '4x': pair(0.08) } },
    },
  },
  'demo-edit': {
    ...HEAD,
    id: 'demo-edit',
    type: 'inpaint',
    model_spec: {
      ...SPEC,
      name: 'demo-edit',
      traits: ['default', 'highest_quality'],
      constraints: {
        aspectRatios: ['auto', '1:1', '16:9'],
        promptCharacterLimit: 4_000,
        combineImages: true,
        maxInputImages: 3,
        singleImageAspectRatio: false,
        resolutions: ['1K', '2K'],
        defaultResolution: '2K',
        qualities: ['low', 'high'],
        defaultQuality: 'high',
      },
      pricing: {
        inpaint: pair(0.04),
        resolutions: { '1K': pair(0.04), '2K': pair(0.06) },
        quality: { '1K': { low: pair(0.02), high: pair(0.06) } },
        inputImages: { included: 1, additional: pair(0.01) },
      },
    },
  },
  'demo-upscale': {
    ...HEAD,
    id: 'demo-upscale',
    type: 'upscale',
    model_spec: {
      ...SPEC,
      name: 'demo-upscale',
      pricing: { generation: pair(0.02), upscale: { '2x': pair(0.02), '4x': pair(0.08) } },
    },
  },
  'demo-tts': {
    ...HEAD,
    id: 'demo-tts',
    type: 'tts',
    model_spec: {
      ...SPEC,
      name: 'demo-tts',
      voices: ['anna', 'ben'],
      voice_cloning: { mode: 'zero_shot', accepted_formats: ['wav', 'mp3'], min_sample_seconds: 5, retention_days: 7 },
      supported_formats: ['mp3', 'wav', 'pcm'],
      default_format: 'wav',
      supports_custom_voice_id: true,
      pricing: { input: pair(15) },
    },
  },
  'demo-asr': {
    ...HEAD,
    id: 'demo-asr',
    type: 'asr',
    model_spec: { ...SPEC, name: 'demo-asr', pricing: { per_audio_second: pair(0.0001) } },
  },
  'demo-music': {
    ...HEAD,
    id: 'demo-music',
    type: 'music',
    model_spec: {
      ...SPEC,
      name: 'demo-music',
      voices: ['anna', 'ben'],
      default_voice: 'anna',
      supported_formats: ['mp3', 'flac'],
      default_format: 'mp3',
      supports_custom_voice_id: true,
      supports_lyrics: true,
      lyrics_required: true,
      supports_lyrics_optimizer: true,
      supports_force_instrumental: true,
      supports_loop: true,
      supports_language_code: true,
      supports_speed: true,
      default_speed: 1,
      min_speed: 0.5,
      max_speed: 2,
      duration_options: [30, 60, 120],
      min_duration: 30,
      max_duration: 120,
      default_duration: 60,
      prompt_character_limit: 1_000,
      min_prompt_length: 10,
      lyrics_character_limit: 3_000,
      pricing: {
        durations: {
          '60': { ...pair(0.1), min_seconds: 1, max_seconds: 60 },
          '240': { ...pair(0.3), min_seconds: 61, max_seconds: 240 },
        },
      },
    },
  },
  'demo-video': {
    ...HEAD,
    id: 'demo-video',
    type: 'video',
    model_spec: {
      ...SPEC,
      name: 'demo-video',
      constraints: {
        model_type: 'text-to-video',
        aspect_ratios: ['16:9', '1:1'],
        resolutions: ['720p', '1080p'],
        durations: ['5s', '10s'],
        audio: true,
        audio_configurable: true,
        prompt_character_limit: 2_500,
      },
    },
  },
};

describe('a model on the wire', () => {
  it.each(Object.entries(EXPECTED))('%s has every documented member', (id, expected) => {
    expect(wire(id)).toEqual(expected);
  });

  it('exists for every type', () => {
    expect(new Set(Object.keys(EXPECTED).map((id) => wire(id).type))).toEqual(new Set(MODEL_TYPES));
  });

  it.each([...BUILT.models.keys()])('%s has no undocumented member', (id) => {
    expect(WireModel.parse(wire(id))).toEqual(wire(id));
  });

  it('shows a discount, regions and a deprecation, and whether it is uncensored or in beta', () => {
    expect(wire('demo-text-old')).toMatchObject({
      discount_to_user: 0.1,
      model_spec: {
        privacy: 'anonymized',
        beta: true,
        betaModel: true,
        uncensored: true,
        regionRestrictions: ['CH', 'DE'],
        deprecation: {
          date: '2036-12-31T00:00:00.000Z',
          startsAt: '2036-12-20T00:00:00.000Z',
          removesAt: '2037-01-10T00:00:00.000Z',
          autoRemap: true,
          replacementModelId: 'demo-text-s',
        },
      },
    });
    for (const member of ['uncensored', 'regionRestrictions', 'deprecation', 'discount_to_user']) {
      expect(JSON.stringify(wire('demo-text-s'))).not.toContain(member);
    }
  });
});

describe('a model with little metadata', () => {
  const built = testCatalog(`models:
  - { id: text, upstreams: [{ provider: embedded, model: x }], price: { input: "1", output: "1" }, capabilities: [reasoning_effort] }
  - { id: effort, upstreams: [{ provider: embedded, model: x }], price: { input: "1", output: "1" },
      capabilities: [reasoning_effort], reasoning_efforts: [low, high] }
  - { id: embedding, type: embedding, upstreams: [{ provider: embedded, model: x }], price: { input: "1", output: "0" } }
  - { id: image, type: image, upstreams: [{ provider: embedded, model: x }],
      price: { resolutions: { 1K: "1", 4K: "2" }, quality: { 4K: { high: "3", low: "1" } }, upscale: { 2x: "1", 4x: "1" } } }
  - { id: edit, type: inpaint, upstreams: [{ provider: embedded, model: x }], price: { inpaint: "1" } }
  - { id: music, type: music, upstreams: [{ provider: embedded, model: x }], price: { generation: "1" } }
  - { id: singer, type: music, upstreams: [{ provider: embedded, model: x }], price: { per_second: "1" }, duration_options: [30, 60],
      capabilities: [speed, lyrics] }
  - { id: tts, type: tts, upstreams: [{ provider: embedded, model: x }], price: { input: "1" } }
  - { id: video, type: video, upstreams: [{ provider: embedded, model: x }], price: { generation: "1" }, model_type: video }`);
  const spec = (id: string) => wire(id, built).model_spec;

  it('has the usual efforts, or its own without a default that is not among them', () => {
    expect(spec('text')).toMatchObject({
      capabilities: { reasoningEffortOptions: ['low', 'medium', 'high'], defaultReasoningEffort: 'medium' },
      constraints: { temperature: { default: 1 }, top_p: { default: 1 } },
    });
    expect(spec('effort')).toHaveProperty('capabilities.reasoningEffortOptions', ['low', 'high']);
    expect(spec('effort')).not.toHaveProperty('capabilities.defaultReasoningEffort');
  });

  it('has the sizes that have a price', () => {
    expect(spec('image')).toMatchObject({
      constraints: {
        resolutions: ['1K', '4K'],
        defaultResolution: '1K',
        qualities: ['low', 'high'],
        defaultQuality: 'low',
      },
    });
  });

  it('has the limits of its sizes and input images', () => {
    expect(spec('edit')).toHaveProperty('constraints', {
      aspectRatios: ['auto', '1:1', '3:2', '16:9', '21:9', '9:16', '2:3', '3:4', '4:5', '4:3'],
      promptCharacterLimit: 32_768,
      combineImages: false,
      maxInputImages: 1,
      singleImageAspectRatio: true,
    });
    expect(spec('video')).toHaveProperty('constraints', {
      model_type: 'video',
      aspect_ratios: [],
      resolutions: [],
      durations: [],
      audio: false,
      audio_configurable: false,
    });
    expect(spec('embedding')).not.toHaveProperty('embeddingDimensions');
  });

  it('has one format for music and speech, and no voices', () => {
    expect(spec('music')).not.toHaveProperty('voices');
    expect(spec('music')).toMatchObject({ default_format: 'mp3', supports_speed: false, lyrics_required: false });
    expect(spec('singer')).toMatchObject({
      supports_lyrics: true,
      lyrics_required: false,
      default_speed: 1,
      min_speed: 0.25,
      max_speed: 4,
      default_duration: 30,
    });
    expect(spec('tts')).toMatchObject({ voices: [], supported_formats: ['mp3'], supports_custom_voice_id: false });
    expect(spec('tts')).not.toHaveProperty('voice_cloning');
  });
});
