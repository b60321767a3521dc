import type { WireModel } from '@/lib/models/contract';

/** Who made a model: the name, and its mark of one or two letters. */
export type Maker = { name: string; mark: string };

/**
 * The makers of widely used models, each with what its models' IDs or repositories contain. The first match counts: a
 * repository on Hugging Face also names who made the model.
 */
const MAKERS: readonly (readonly [name: string, mark: string, pattern: RegExp])[] = [
  ['DeepSeek', 'DS', /deepseek/],
  ['NVIDIA', 'NV', /nvidia|nemotron/],
  ['OpenAI', 'OA', /openai|\bgpt-|\bo[134]\b|whisper|dall-?e|\bsora\b/],
  ['Anthropic', 'A', /anthropic|\bclaude/],
  ['xAI', 'x', /\bx-?ai\b|\bgrok/],
  ['Mistral', 'Mi', /mistral|mixtral|ministral|codestral|devstral|magistral|pixtral|voxtral/],
  ['Qwen', 'Q', /qwen|\bqwq\b|\bwan-?\d/],
  ['Moonshot AI', 'K', /moonshot|\bkimi\b/],
  ['Z.ai', 'Z', /\bz-?ai\b|zhipu|thudm|\bglm-/],
  ['MiniMax', 'MM', /minimax|hailuo/],
  ['Cohere', 'C', /cohere|\bcommand-[ra]/],
  ['Microsoft', 'Ms', /microsoft|\bphi-\d/],
  ['IBM', 'IB', /\bibm\b|granite/],
  ['Amazon', 'Az', /amazon|\bnova-(?:micro|lite|pro|premier)|titan/],
  ['Black Forest Labs', 'BF', /black-forest|\bflux\b/],
  ['Stability AI', 'St', /stabilityai|stable-?diffusion|\bsdxl?\b/],
  ['Google', 'G', /google|gemini|gemma|imagen|\bveo-?\d/],
  ['Meta', 'Me', /\bmeta\b|meta-llama|\bllama/],
  ['Hugging Face', 'HF', /huggingfacetb|smollm|smolvlm/],
  ['Sentence Transformers', 'ST', /sentence-transformers|minilm/],
];

const LETTERS = 2;

/** A model's maker; null if it is unknown. */
export function makerOf({ id, model_spec: { name, modelSource } }: WireModel): Maker | null {
  const text = [id, name, pathIn(modelSource)].join(' ').toLowerCase();
  const found = MAKERS.find(([, , pattern]) => pattern.test(text));
  return found ? { name: found[0], mark: found[1] } : null;
}

/** The letters of a model's maker; without a known one, those of what its ID begins with (`lab/…`), or of its name. */
export function markOf(model: WireModel): string {
  const [owner = '', ...rest] = model.id.split('/');
  return makerOf(model)?.mark ?? initialsOf(rest.length > 0 ? owner : model.model_spec.name || model.id);
}

/** `demo-text-s` → `DT`, `Flux` → `Fl`. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\d]+/gu) ?? [];
  const [first = '?'] = words;
  if (words.length < LETTERS) return first.charAt(0).toUpperCase() + first.slice(1, LETTERS);
  return words
    .slice(0, LETTERS)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

/** Host and path of an address, like `huggingface.co/Qwen/Qwen3-4B`; the host of a hub is no maker. */
function pathIn(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?(huggingface\.co|github\.com)?/i, '');
}
