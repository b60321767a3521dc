import { stringify } from 'yaml';
import type { UpstreamModel } from '../../providers/spec';
import { DEFAULT_SYSTEM_PROMPT } from '../system-prompt';
import { decideAutomatic, type ListedProvider, type PriceSettings } from '../automatic/decide';

const HEADER = `# The service file: what this service serves and what it costs. Point SERVICE_FILE at it.
# \`npm run -s admin -- service check\` reports every mistake with its line. After a change, send SIGHUP or restart.
# Prices are decimal text, USD per million tokens. \${NAME} in a text stands for the environment variable NAME.

# What is served in addition to the models below; [] = nothing else.
include: [embedded, automatic]

# Sent before every conversation, unless the caller turns it off. Without this member it is the text below; "" = none.
# system_prompt: ${JSON.stringify(DEFAULT_SYSTEM_PROMPT)}

# Your own servers and vendors: openai-compatible, anthropic, google, xai, amazon-bedrock,
# automatic1111, comfyui.
providers:
  # lab: { kind: openai-compatible, base_url: "http://127.0.0.1:8000/v1", api_key: "\${LAB_KEY}" }
  # claude: { kind: anthropic, api_key: "\${ANTHROPIC_API_KEY}" }
  # gemini: { kind: google, api_key: "\${GEMINI_API_KEY}" }
  # grok: { kind: xai, api_key: "\${XAI_API_KEY}" }
  # amazon: { kind: amazon-bedrock, region: us-east-1, access_key_id: "\${AWS_ACCESS_KEY_ID}",
  #     secret_access_key: "\${AWS_SECRET_ACCESS_KEY}" }                                     # or api_key
  # paint: { kind: automatic1111, base_url: "http://127.0.0.1:7860" }       # also Forge, and stable-diffusion.cpp's server
  # comfyui needs a workflow for each of its models: docs/service-file.md, "Providers".
  # All kinds: base_url for another address, times: { first_byte_ms: 120000, idle_ms: 60000, whole_ms: 600000 }.
  # Those with chat, but not amazon-bedrock: media_urls: forward, which sends images and videos as the caller's
  # addresses instead of checked bytes. openai-compatible: dialect, one of openai, openrouter, vllm, sglang, llama.cpp,
  # ollama, tgi, lm-studio, localai, if the address does not imply it; and forward_fields: [guided_json], for request
  # fields outside the API that the server is to get.

# Prompts of images that are refused: words and phrases, and whatever a moderation model flags.
# image_screening: { words: [forbidden, two words], moderation: { provider: openai, model: omni-moderation-latest } }

# Engines of web searches instead of the local index: index, searxng, brave, or wikipedia (docs/service-file.md).
# search: { brave: { engine: brave, api_key: "\${BRAVE_KEY}" } }

# Models with a price. Only id, upstreams, and price are required; several upstreams share the requests by weight.
models:
  # - { id: big, name: Big, class: M, upstreams: [{ provider: lab, model: org/big, weight: 1 }],
  #     price: { input: "0.15", output: "0.60" }, context: 32768, max_completion: 8192, default_completion: 2048,
  #     traits: [default], capabilities: [tools, schema] }
  # If prompts above a number of tokens have another price:
  #   price: { input: "0.15", output: "0.60", extended: { above: 200000, input: "0.30", output: "0.90" } }
  # A model to be removed: answers warn of it, and from removes_at (else from date) on it is not served. With remap,
  # requests then run on the replacement; without, they are refused with its name.
  #   deprecation: { date: 2026-12-31, starts_at: 2026-12-20, removes_at: 2027-01-10, replacement: bigger, remap: true }
  # If the caller sets none, these are sent upstream:
  #   defaults: { temperature: 0.7, top_p: 0.9, repetition_penalty: 1.05 }
  # What a model can do: capabilities: [tools, schema, vision, multiple_images, audio, video, reasoning, reasoning_effort,
  #   logprobs, code], reasoning_efforts: [low, medium, high], default_reasoning_effort: medium, max_images: 10, max_videos: 3
  # Other members of every model: description, source, created, privacy, pro, beta, beta_model, offline, uncensored,
  # regions, discount. All members with their meanings, defaults, and limits: docs/service-file.md
  # Models of other types are listed too; names that clients send by default map to the default model of their type:
  # - { id: embed, type: embedding, upstreams: [{ provider: lab, model: org/embed }], price: { input: "0.02", output: "0" },
  #     dimensions: 1024 }
  # - { id: painter, type: image, upstreams: [{ provider: lab, model: org/painter }],
  #     price: { generation: "0.04", upscale: { 2x: "0.02", 4x: "0.08" } }, aspect_ratios: ["1:1", "16:9"] }
  # - { id: editor, type: inpaint, upstreams: [{ provider: lab, model: org/editor }], price: { inpaint: "0.04" } }
  # - { id: larger, type: upscale, upstreams: [{ provider: lab, model: org/larger }],
  #     price: { generation: "0.02", upscale: { 2x: "0.02", 4x: "0.08" } } }
  # - { id: speaker, type: tts, upstreams: [{ provider: lab, model: org/speaker }], price: { input: "15" }, voices: [anna] }
  # - { id: listener, type: asr, upstreams: [{ provider: lab, model: org/listener }], price: { per_audio_second: "0.0001" } }
  # - { id: band, type: music, upstreams: [{ provider: lab, model: org/band }], price: { per_second: "0.002" },
  #     default_duration: 60 }
  # - { id: camera, type: video, upstreams: [{ provider: lab, model: org/camera }], price: { per_second: "0.10" },
  #     model_type: text-to-video, durations: [5s, 10s] }
`;

const FOOTER = `
# Other names → model IDs.
aliases:
  # gpt-4o: big

# Limits of account tiers, where they differ from the usual ones: requests and tokens per minute.
tiers:
  # partner: { text_S: { rpm: 150, tpm: 1500000 } }

# Limits of single accounts, by email address or id. They override those of their tier.
accounts:
  # ada@example.com: { text_S: { rpm: 300, tpm: 3000000 }, create_key: { rpm: 60 } }

# Characters for everybody. Without this member there is a starter set of eight; [] = none.
# characters:
#   - { slug: keeper, name: Keeper, description: "Calm and terse.", prompt: "You keep a lighthouse.", tags: [Sea],
#       featured: true, model: big }
# Other members: adult, web_enabled, photo_url, and replaces_system_prompt, which leaves system_prompt out.
`;

/**
 * A first service file with comments, for the operator to fill in. It is valid as it is, and contains a commented line
 * for each listed model that has no price yet.
 */
export function initServiceFile(input: { listed: readonly ListedProvider[]; settings: PriceSettings }): string {
  const parts = input.listed.flatMap((provider) => {
    const { unpriced } = decideAutomatic(provider, [], new Set(), input.settings);
    if (unpriced.length === 0) return [];
    const heading = `\n  # ${provider.id} lists these without a price. Remove the "# " from those to serve, and fill in their prices.\n`;
    return [heading + unpriced.map((model) => `  # ${entryOf(provider.id, model)}\n`).join('')];
  });
  return HEADER + parts.join('') + FOOTER;
}

function entryOf(provider: string, model: UpstreamModel): string {
  const entry = {
    id: idOf(model.id),
    upstreams: [{ provider, model: model.id }],
    price: { input: '', output: '' },
    ...(model.contextTokens === undefined ? {} : { context: model.contextTokens }),
  };
  return stringify([entry], { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true })
    .trim()
    .replace(/^\[\s*/, '- ')
    .replace(/\s*\]$/, '');
}

/** The upstream's name as a model id: letters, digits, and `. _ - /`. */
function idOf(name: string): string {
  return name.replace(/[^A-Za-z0-9._/-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
}
