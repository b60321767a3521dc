import { formatCount } from '@/components/ui/show/count-text';
import type { WireModel } from '@/lib/models/contract';
import type { ModelOf } from './types';

/** A property with its label. */
export type Detail = { term: string; value: string };

/** A model's request limits and defaults (docs/api-rules.md, "Model sizing"). */
export function boundsOf(model: WireModel): Detail[] {
  return written(allBounds(model));
}

type Draft = [term: string, value: string | number | undefined];

function allBounds(model: WireModel): Draft[] {
  switch (model.type) {
    case 'text':
      return textBounds(model);
    case 'embedding':
      return [
        ['Max input', tokens(model.model_spec.maxInputTokens)],
        ['Dimensions', model.model_spec.embeddingDimensions],
        ['Fewer dimensions', model.model_spec.supportsCustomDimensions ? 'yes, with dimensions' : 'no'],
      ];
    case 'image':
      return imageBounds(model);
    case 'inpaint':
      return editBounds(model);
    case 'upscale':
    case 'asr':
      return [];
    case 'tts':
      return speechBounds(model);
    case 'music':
      return musicBounds(model);
    case 'video':
      return videoBounds(model);
  }
}

/** The ranges are the same for all models (docs/api-rules.md, "Chat request fields"). */
function textBounds({ model_spec: spec }: ModelOf<'text'>): Draft[] {
  const { constraints, capabilities } = spec;
  const withDefault = (value: { default: number } | undefined, range: string) => value && `${value.default} (${range})`;
  return [
    ['Context', tokens(spec.availableContextTokens)],
    ['Max output tokens', tokens(spec.maxCompletionTokens)],
    ['temperature', withDefault(constraints.temperature, '0 to 2')],
    ['top_p', withDefault(constraints.top_p, '0 to 1')],
    ['frequency_penalty', withDefault(constraints.frequency_penalty, '−2 to 2')],
    ['presence_penalty', withDefault(constraints.presence_penalty, '−2 to 2')],
    ['repetition_penalty', withDefault(constraints.repetition_penalty, '0 or more')],
    ['reasoning_effort', capabilities.defaultReasoningEffort],
  ];
}

type Sizes = Pick<
  ModelOf<'image'>['model_spec']['constraints'],
  'resolutions' | 'defaultResolution' | 'qualities' | 'defaultQuality'
>;

function imageBounds({ model_spec: spec }: ModelOf<'image'>): Draft[] {
  const { constraints } = spec;
  const { steps, resolutions, aspectRatios } = constraints;
  return [
    ['Max prompt length', characters(constraints.promptCharacterLimit)],
    ['steps', `${steps.default} (at most ${steps.max})`],
    // With either of them it does not accept width and height.
    ['Width and height', resolutions || aspectRatios ? undefined : `multiples of ${constraints.widthHeightDivisor}`],
    ['aspect_ratio', choice(aspectRatios, constraints.defaultAspectRatio)],
    ...sizeBounds(constraints),
    ['Style references', spec.supportsStyleReferences ? `up to ${constraints.maxStyleReferences ?? 1}` : 'no'],
  ];
}

function editBounds({ model_spec: { constraints } }: ModelOf<'inpaint'>): Draft[] {
  return [
    ['Max prompt length', characters(constraints.promptCharacterLimit)],
    ['Images per edit', constraints.combineImages ? `up to ${constraints.maxInputImages}` : 1],
    ['aspect_ratio', choice(constraints.aspectRatios)],
    ...sizeBounds(constraints),
  ];
}

function sizeBounds({ resolutions, defaultResolution, qualities, defaultQuality }: Sizes): Draft[] {
  return [
    ['resolution', choice(resolutions, defaultResolution)],
    ['quality', choice(qualities, defaultQuality)],
  ];
}

function speechBounds({ model_spec: spec }: ModelOf<'tts'>): Draft[] {
  const cloning = spec.voice_cloning;
  const sample = cloning && `at least ${cloning.min_sample_seconds} s of ${cloning.accepted_formats.join(' or ')}`;
  return [
    ['voice', choice(spec.voices)],
    ['response_format', choice(spec.supported_formats, spec.default_format)],
    ['Provider’s voices', spec.supports_custom_voice_id ? 'by ID' : 'no'],
    ['Voice cloning', sample ?? 'no'],
    ['Cloned voice kept for', cloning && `${formatCount(cloning.retention_days)} days`],
  ];
}

function musicBounds({ model_spec: spec }: ModelOf<'music'>): Draft[] {
  const { min_duration: least, max_duration: most } = spec;
  const range = least && most ? `${least} to ${most} s` : undefined;
  return [
    ['duration_seconds', choice(spec.duration_options?.map(String), spec.default_duration?.toString()) ?? range],
    ['Max prompt length', characters(spec.prompt_character_limit)],
    ['Lyrics', spec.lyrics_required ? 'required' : spec.supports_lyrics ? 'supported' : 'no'],
    ['Max lyrics length', characters(spec.lyrics_character_limit)],
    ['voice', choice(spec.voices, spec.default_voice)],
    ['Format', choice(spec.supported_formats, spec.default_format)],
    ['speed', spec.supports_speed ? `${spec.default_speed} (${spec.min_speed} to ${spec.max_speed})` : undefined],
    ['Instrumental only', spec.supports_force_instrumental ? 'on request' : undefined],
    ['Loops', spec.supports_loop ? 'on request' : undefined],
  ];
}

function videoBounds({ model_spec: { constraints } }: ModelOf<'video'>): Draft[] {
  const sound = constraints.audio_configurable ? 'set by the request' : constraints.audio ? 'always' : 'never';
  return [
    [
      'Makes a video from',
      { 'text-to-video': 'a text', 'image-to-video': 'an image', video: 'a video' }[constraints.model_type],
    ],
    ['duration', choice(constraints.durations)],
    ['resolution', choice(constraints.resolutions)],
    ['aspect_ratio', choice(constraints.aspect_ratios)],
    ['Sound', sound],
    ['Max prompt length', characters(constraints.prompt_character_limit)],
  ];
}

/** The options, with the default. */
function choice(values: readonly string[] | undefined, withDefault?: string): string | undefined {
  if (!values || values.length === 0) return undefined;
  return withDefault === undefined ? values.join(', ') : `${values.join(', ')} (default: ${withDefault})`;
}

const tokens = (count: number) => `${formatCount(count)} tokens`;
const characters = (count: number | undefined) =>
  count === undefined ? undefined : `${formatCount(count)} characters`;

const written = (drafts: Draft[]): Detail[] =>
  drafts.flatMap(([term, value]) => (value === undefined ? [] : [{ term, value: String(value) }]));
