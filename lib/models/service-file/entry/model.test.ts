import { describe, expect, it } from 'vitest';
import { parseServiceFile } from '../../service-file';

const UPSTREAMS = 'upstreams: [{ provider: embedded, model: x }]';
/** The valid remaining members of an entry, by type. */
const REST: Record<string, string> = {
  text: 'price: { input: "1", output: "2" }',
  embedding: 'price: { input: "1", output: "0" }',
  image: 'price: { generation: "1", upscale: { 2x: "1", 4x: "2" } }',
  inpaint: 'price: { inpaint: "1" }',
  upscale: 'price: { generation: "1", upscale: { 2x: "1", 4x: "2" } }',
  tts: 'price: { input: "15" }',
  asr: 'price: { per_audio_second: "0.1" }',
  music: 'price: { generation: "1" }',
  video: 'price: { generation: "1" }, model_type: video',
};

const problems = (entry: string): string[] => {
  const outcome = parseServiceFile('f', `models:\n  - { ${entry} }\n`, {});
  return outcome.ok ? [] : outcome.problems;
};
/** The problems of an entry with its own members before the valid rest, or instead of it. */
const of = (type: string, members: string, rest = REST[type] ?? ''): string[] =>
  problems([`id: a, type: ${type}, ${UPSTREAMS}`, members, rest].filter((part) => part !== '').join(', '));

describe('an entry of each type', () => {
  it.each(Object.keys(REST))('%s needs an id, upstreams and a price', (type) => {
    expect(of(type, '')).toEqual([]);
    expect(problems(`type: ${type}, ${REST[type]}`)).toEqual([
      'line 2, models[0].id: is missing; write it like big',
      'line 2, models[0].upstreams: is missing; write it like [{ provider: lab, model: org/big }]',
    ]);
  });

  it('is a text model if no type is set', () => {
    expect(problems(`id: a, ${UPSTREAMS}, ${REST.text}`)).toEqual([]);
    expect(problems(`id: a, ${UPSTREAMS}`)).toEqual([
      'line 2, models[0].price: is missing; write it like { input: "0.15", output: "0.60" }, in USD per million tokens',
    ]);
  });

  it.each(['texts', '7', 'true', '[text]', '{}'])('rejects the type %s', (type) => {
    const shown = type === 'texts' ? '"texts"' : type === '[text]' ? 'a list' : type === '{}' ? 'a map' : type;
    expect(problems(`id: a, type: ${type}, ${UPSTREAMS}, ${REST.text}`)).toEqual([
      `line 2, models[0].type: ${shown} is not one of: text, embedding, image, inpaint, upscale, tts, asr, music, video`,
    ]);
  });

  it.each([
    ['embedding', 'context: 1', 'context: is not a known field; allowed here: type, id, name,'],
    ['asr', 'voices: []', 'voices: is not a known field; allowed here: type, id, name,'],
    ['text', 'voices: []', 'voices: is not a known field; allowed here: type, id, name,'],
  ])('%s rejects %s', (type, members, expected) => {
    expect(of(type, members)).toEqual([expect.stringContaining(`line 2, models[0].${expected}`)]);
  });

  it('lists the members of its own type, in nested maps too', () => {
    const known = (type: string, rest: string) => of(type, '', rest).map((text) => text.split('allowed here: ')[1]);
    expect(known('video', 'price: { per_second: "1", x: 1 }, durations: [5s], model_type: video')).toEqual([
      'generation, per_second, resolutions, audio',
    ]);
    expect(known('image', 'price: { generation: "1", upscale: { 2x: "1", 4x: "1", 8x: "1" } }')).toEqual(['2x, 4x']);
    expect(
      known('image', 'price: { generation: "1", upscale: { 2x: "1", 4x: "1" }, quality: { 1K: { best: "1" } } }')[0],
    ).toBe('low, medium, high');
    expect(known('image', 'price: { generation: "1", upscale: { 2x: "1", 4x: "1" } }, steps: { least: 1 }')).toEqual([
      'default, max',
    ]);
    expect(
      known('music', 'price: { durations: { 60: { price: "1", min_seconds: 1, max_seconds: 60, x: 1 } } }'),
    ).toEqual(['price, min_seconds, max_seconds']);
    expect(
      known('tts', 'price: { input: "1" }, voice_cloning: { mode: persistent, accepted_formats: [wav], x: 1 }'),
    ).toEqual(['mode, accepted_formats, min_sample_seconds, retention_days']);
  });
});

describe('members of every model', () => {
  it.each([
    ['discount: 0', 'discount: 0 is too small: more than 0; write it like 0.1'],
    ['discount: 1', 'discount: 1 is too large: less than 1'],
    ['regions: [Germany]', 'regions[0]: "Germany" is not a country code; use two letters of ISO 3166-1, like CH'],
    ['regions: []', 'regions: a list is too short: at least 1; write it like [CH, DE]'],
    ['offline: maybe', 'offline: "maybe" must be true or false; write it like true'],
    [
      'traits: [default_vision]',
      'traits[0]: "default_vision" is not one of: default, fastest, highest_quality, most_uncensored',
    ],
  ])('%s', (members, expected) => {
    expect(of('tts', members)).toEqual([`line 2, models[0].${expected}`]);
  });
});

describe('a text model', () => {
  it.each([
    ['defaults: { temperature: 3 }', 'defaults.temperature: 3 is too large: at most 2'],
    [
      'defaults: { topp: 1 }',
      'defaults.topp: is not a known field; allowed here: temperature, top_p, frequency_penalty, presence_penalty, repetition_penalty',
    ],
    [
      'capabilities: [reasoning_effort], reasoning_efforts: [some]',
      'reasoning_efforts[0]: "some" is not one of: none, minimal, low, medium, high, xhigh, max',
    ],
    [
      'capabilities: [reasoning_effort], reasoning_efforts: [low], default_reasoning_effort: high',
      'default_reasoning_effort: "high" is not among its reasoning_efforts; add it there, or name one of: low',
    ],
    [
      'reasoning_efforts: [low]',
      'reasoning_efforts: only applies with reasoning_effort; add reasoning_effort to capabilities, or remove it',
    ],
    ['max_images: 3', 'max_images: only applies with vision; add vision to capabilities, or remove it'],
    ['max_videos: 3', 'max_videos: only applies with video; add video to capabilities, or remove it'],
    ['capabilities: [vision], max_images: 0', 'max_images: 0 is too small: at least 1; write it like 10'],
  ])('%s', (members, expected) => {
    expect(of('text', members)).toEqual([`line 2, models[0].${expected}`]);
  });

  it('sends only the defaults that the operator set', () => {
    const read = (members: string) => {
      const outcome = parseServiceFile('f', `models:\n  - { id: a, ${UPSTREAMS}, ${members} ${REST.text} }`, {});
      return outcome.ok ? outcome.file.models[0] : outcome.problems;
    };
    expect(read('defaults: { top_p: 0.9, presence_penalty: 0 },')).toMatchObject({
      defaults: { temperature: 1, topP: 0.9, presencePenalty: 0 },
      sentDefaults: { topP: 0.9, presencePenalty: 0 },
    });
    expect(read('')).toHaveProperty('defaults', { temperature: 1, topP: 1 });
    expect(read('')).not.toHaveProperty('sentDefaults');
    expect(read('defaults: {},')).not.toHaveProperty('sentDefaults');
  });
});

describe('an embedding, speech-to-text, or upscaling model', () => {
  it.each([
    ['embedding', 'dimensions: 0', 'dimensions: 0 is too small: at least 1; write it like 1024'],
    ['embedding', 'custom_dimensions: 1', 'custom_dimensions: 1 must be true or false; write it like true'],
  ])('%s: %s', (type, members, expected) => {
    expect(of(type, members)).toEqual([`line 2, models[0].${expected}`]);
  });

  it.each([
    ['embedding', 'price: { input: "1" }', 'price.output: is missing; write it like "0"'],
    ['asr', 'price: { per_audio_second: 1 }', 'price.per_audio_second: 1 must be text; put it in quotes: "1"'],
    ['upscale', 'price: { generation: "1" }', 'price.upscale: is missing; write it like { 2x: "0.02", 4x: "0.08" }'],
    [
      'upscale',
      'price: { generation: "1", upscale: { 2x: "1" } }',
      'price.upscale.4x: is missing; write it like "0.08"',
    ],
  ])('%s: %s', (type, rest, expected) => {
    expect(of(type, '', rest)).toEqual([`line 2, models[0].${expected}`]);
  });
});

describe('an image model', () => {
  it.each([
    ['steps: { default: 9, max: 8 }', 'steps.default: 9 is above the maximum of 8; write at most that, or raise max'],
    ['steps: { max: 4 }', 'steps.default: 8 is above the maximum of 4; write at most that, or raise max'],
    ['aspect_ratios: [wide]', 'aspect_ratios[0]: "wide" is not an aspect ratio; write it like "16:9"'],
    [
      'aspect_ratios: ["1:1"], default_aspect_ratio: "16:9"',
      'default_aspect_ratio: "16:9" is not among its aspect_ratios; name one of: 1:1',
    ],
    ['default_resolution: 1K', 'default_resolution: "1K" is not among its resolutions; add resolutions, or remove it'],
    [
      'resolutions: [1K], default_resolution: 2K',
      'default_resolution: "2K" is not among its resolutions; name one of: 1K',
    ],
    ['qualities: [low], default_quality: high', 'default_quality: "high" is not among its qualities; name one of: low'],
    [
      'max_style_references: 2',
      'max_style_references: only applies with style_references; add style_references to capabilities, or remove it',
    ],
    [
      'capabilities: [style_reference_strength]',
      'capabilities[0]: only applies with style_references; add style_references to capabilities, or remove it',
    ],
    ['prompt_character_limit: 9000', 'prompt_character_limit: 9000 is too large: at most 7500'],
  ])('%s', (members, expected) => {
    expect(of('image', members)).toEqual([`line 2, models[0].${expected}`]);
  });

  it.each([
    ['generation: "1", resolutions: { 1K: "1" }', 'price: a map must have either generation or resolutions'],
    ['resolutions: {}', 'price.resolutions: a map must name at least one price'],
    ['resolutions: { 1K: 1 }', 'price.resolutions.1K: 1 must be text; put it in quotes: "1"'],
    [
      'resolutions: { "1:1": "1" }',
      'price.resolutions.1:1: "1:1" is not a resolution; use letters and digits, like 1K',
    ],
  ])('price: %s', (members, expected) => {
    const rest = `price: { ${members}, upscale: { 2x: "1", 4x: "1" } }`;
    expect(of('image', '', rest)).toEqual([`line 2, models[0].${expected}`]);
  });

  it('needs a price for every choice of the caller', () => {
    const rest = 'price: { resolutions: { 1K: "1" }, quality: { 1K: { low: "1" } }, upscale: { 2x: "1", 4x: "1" } }';
    expect(of('image', 'resolutions: [1K, 2K], qualities: [low, high]', rest)).toEqual([
      'line 2, models[0].resolutions[1]: "2K" has no price; add it to price.resolutions, or remove it',
      'line 2, models[0].price.quality.1K: has no price for the quality high; add it',
    ]);
  });
});

describe('an editing model', () => {
  it.each([
    ['max_input_images: 2', 'max_input_images: 2 images need combine_images: true; add it, or write 1'],
    [
      'aspect_ratios: ["5:1"]',
      'aspect_ratios[0]: "5:1" is not one of: auto, 1:1, 3:2, 16:9, 21:9, 9:16, 2:3, 3:4, 4:5, 4:3',
    ],
  ])('%s', (members, expected) => {
    expect(of('inpaint', members)).toEqual([`line 2, models[0].${expected}`]);
  });
});

describe('a text-to-speech model', () => {
  it.each([
    ['voices: [anna], default_voice: ben', 'default_voice: "ben" is not among its voices; name one of: anna'],
    ['default_voice: ben', 'default_voice: "ben" is not among its voices; add voices, or remove it'],
    ['supported_formats: [ogg]', 'supported_formats[0]: "ogg" is not one of: mp3, opus, aac, flac, wav, pcm'],
    ['default_format: wav', 'default_format: "wav" is not among its supported_formats; name one of: mp3'],
    ['voice_cloning: { accepted_formats: [wav] }', 'voice_cloning.mode: is missing; write it like zero_shot'],
    [
      'voice_cloning: { mode: persistent, accepted_formats: [.wav] }',
      'voice_cloning.accepted_formats[0]: ".wav" is not a container; write it like wav',
    ],
  ])('%s', (members, expected) => {
    expect(of('tts', members)).toEqual([expect.stringContaining(`line 2, models[0].${expected}`)]);
  });

  it('may have a vendor’s voice as its default', () => {
    expect(of('tts', 'default_voice: vendor-7, custom_voice_id: true')).toEqual([]);
  });
});

describe('a music model', () => {
  it.each([
    [
      'duration_options: [30], default_duration: 60',
      'default_duration: 60 is not among its duration_options; name one of: 30',
    ],
    [
      'min_duration: 60, max_duration: 30',
      'min_duration: 60 is more than max_duration, 30; write at most that, or raise max_duration',
    ],
    [
      'max_duration: 30, default_duration: 60',
      'default_duration: 60 is more than max_duration, 30; write at most that, or raise max_duration',
    ],
    [
      'min_prompt_length: 9, prompt_character_limit: 5',
      'min_prompt_length: 9 is more than prompt_character_limit, 5; write at most that, or raise prompt_character_limit',
    ],
    ['max_speed: 2', 'max_speed: only applies with speed; add speed to capabilities, or remove it'],
    [
      'capabilities: [speed], min_speed: 2, max_speed: 1',
      'min_speed: 2 is more than max_speed, 1; write at most that, or raise max_speed',
    ],
    ['capabilities: [speed], min_speed: 2', 'default_speed: 1 is not between 2 and 4; write one that is'],
    [
      'lyrics_character_limit: 9',
      'lyrics_character_limit: only applies with lyrics; add lyrics to capabilities, or remove it',
    ],
    [
      'capabilities: [dance]',
      'capabilities[0]: "dance" is not one of: lyrics, lyrics_required, lyrics_optimizer, force_instrumental, loop, language_code, speed, custom_voice_id',
    ],
  ])('%s', (members, expected) => {
    expect(of('music', members)).toEqual([`line 2, models[0].${expected}`]);
  });

  it.each([
    [
      'per_second: "1", generation: "1"',
      'price: a map must have exactly one of: generation, durations, per_second, per_thousand_characters',
    ],
    ['per_second: "1"', 'default_duration: is missing: the price depends on it; write it like 60'],
    [
      'durations: { 60: { price: "1", min_seconds: 1, max_seconds: 60 } }',
      'default_duration: is missing: the price depends on it; write it like 60',
    ],
  ])('price: %s', (price, expected) => {
    expect(of('music', '', `price: { ${price} }`)).toEqual([`line 2, models[0].${expected}`]);
  });

  it('needs a price for every duration', () => {
    const rest = 'price: { durations: { 60: { price: "1", min_seconds: 1, max_seconds: 60 } } }';
    expect(of('music', 'duration_options: [30, 60]', rest)).toEqual([]);
    expect(of('music', 'duration_options: [30, 90]', rest)).toEqual([
      'line 2, models[0].price.durations: has no price for a duration of 90 seconds; add one that includes it',
    ]);
  });
});

describe('a video model', () => {
  it.each([
    ['audio_configurable: true', 'audio_configurable: only applies with audio: true; add that, or remove it'],
    ['durations: [31s]', 'durations[0]: "31s" is not a duration; write it like 5s (1s to 30s), or auto'],
    ['aspect_ratios: ["7:1"]', 'aspect_ratios[0]: "7:1" is not one of: 1:1, 2:3, 3:2,'],
  ])('%s', (members, expected) => {
    expect(of('video', members)).toEqual([expect.stringContaining(`line 2, models[0].${expected}`)]);
  });

  it.each([
    ['price: { generation: "1" }', 'model_type: is missing; write it like text-to-video'],
    [
      'price: { per_second: "1" }, model_type: video',
      'durations: is missing: the price depends on it; write it like [5s, 10s]',
    ],
    [
      'price: { per_second: "1" }, model_type: video, durations: [5s, auto]',
      'durations[1]: "auto" has no seconds, so per_second gives no price; write seconds, or price it by generation',
    ],
    [
      'price: { generation: "1", audio: "1" }, model_type: video',
      'price.audio: only applies with audio: true; add that, or remove it',
    ],
    [
      'price: { generation: "1", resolutions: { 720p: "1" } }, model_type: video',
      'price.resolutions.720p: is not among its resolutions; add it there, or remove it',
    ],
    ['price: {}, model_type: video', 'price: a map must have either generation or per_second'],
  ])('%s', (rest, expected) => {
    expect(of('video', '', rest)).toEqual([expect.stringContaining(`line 2, models[0].${expected}`)]);
  });
});

describe('a replacement of another type', () => {
  it('is refused', () => {
    const text = `models:
  - { id: a, type: tts, ${UPSTREAMS}, ${REST.tts}, deprecation: { date: 2036-01-01, replacement: b } }
  - { id: b, ${UPSTREAMS}, ${REST.text} }`;
    const outcome = parseServiceFile('f', text, {});
    expect(outcome.ok ? [] : outcome.problems).toEqual([
      'line 2, models[0].deprecation.replacement: "b" is of type text; name one of type tts, or remove it',
    ]);
  });
});

describe('a trait', () => {
  it('belongs to one model per type', () => {
    const models = (type: string) => `models:
  - { id: a, ${UPSTREAMS}, ${REST.text}, traits: [default] }
  - { id: b, type: ${type}, ${UPSTREAMS}, ${REST[type]}, traits: [default] }`;
    expect(parseServiceFile('f', models('image'), {})).toMatchObject({ ok: true });
    expect(parseServiceFile('f', models('text'), {})).toMatchObject({
      problems: ['line 3, models[1].traits[0]: "default" is already a trait of "a"; a trait names one model'],
    });
  });
});
