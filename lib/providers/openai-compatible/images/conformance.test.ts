import { describeImageProvider } from '../../conformance/images/test-image-provider';
import type { Lack } from '../../conformance/images/scenarios/test-image-run';
import { openAiWire } from '../../conformance/images/wires/openai';
import { makeOpenAiCompatible } from '../provider';
import type { OpenAiCompatible } from '../upstream';
import { IMAGE_DIALECTS } from './dialects';

/** Each dialect: the kind of server that has it, its model, and what it does not have. */
const KINDS: [keyof typeof IMAGE_DIALECTS, OpenAiCompatible['dialect'], string, Lack[]][] = [
  ['gpt-image', 'openai', 'gpt-image-1', []],
  ['dall-e-3', 'openai', 'dall-e-3', ['edit']],
  ['dall-e-2', 'openai', 'dall-e-2', ['several images']],
  ['vllm', 'vllm', 'Qwen/Qwen-Image', []],
  ['sglang', 'sglang', 'Qwen/Qwen-Image', []],
  ['localai', 'localai', 'flux.1-schnell', ['edit']],
  ['generic', undefined, 'org/painter', []],
];

for (const [name, dialect, model, lacks] of KINDS) {
  describeImageProvider(`openai-compatible (${name})`, {
    wire: openAiWire,
    make: ({ origin, secret, times }) =>
      makeOpenAiCompatible({ id: 'lab', baseUrl: `${origin}/v1`, apiKey: secret, dialect, times }),
    fields: IMAGE_DIALECTS[name],
    models: { draw: model, edit: model },
    lacks: [...lacks, 'upscale', 'background removal', 'progress'],
  });
}
