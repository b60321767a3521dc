/** The kinds of bill lines: the one place that defines how each kind is counted, priced, and shown. */

/** How a kind of line is counted and shown. */
type LineKindSpec = {
  /** The suffix after the model's id in the SKU (docs/api-rules.md, "Usage history"): `<model>-llm-output-mtoken`. */
  sku: string;
  /** Units per rate, and per unit of the usage history: a million tokens or characters, one of everything else. */
  unitsPer: number;
  /** The unit's name in docs/api-rules.md, "Usage analytics"; `requests` if it has none of its own. */
  unitType: 'tokens' | 'images' | 'chars' | 'minutes' | 'seconds' | 'requests';
  /** The model type's label in the usage analytics; null if the kind alone does not determine it. */
  modelType: 'LLM' | 'IMAGE' | 'TTS' | 'ASR' | 'VIDEO' | null;
};

const MILLION = 1_000_000;

const KINDS = {
  input: { sku: 'llm-input-mtoken', unitsPer: MILLION, unitType: 'tokens', modelType: 'LLM' },
  cache_input: { sku: 'llm-cache-input-mtoken', unitsPer: MILLION, unitType: 'tokens', modelType: 'LLM' },
  cache_write: { sku: 'llm-cache-write-mtoken', unitsPer: MILLION, unitType: 'tokens', modelType: 'LLM' },
  output: { sku: 'llm-output-mtoken', unitsPer: MILLION, unitType: 'tokens', modelType: 'LLM' },
  embedding_input: { sku: 'embedding-input-mtoken', unitsPer: MILLION, unitType: 'tokens', modelType: null },
  image: { sku: 'image-unit', unitsPer: 1, unitType: 'images', modelType: 'IMAGE' },
  upscale: { sku: 'image-upscale-unit', unitsPer: 1, unitType: 'images', modelType: 'IMAGE' },
  edit: { sku: 'image-edit-unit', unitsPer: 1, unitType: 'images', modelType: 'IMAGE' },
  edit_input_image: { sku: 'image-edit-input-unit', unitsPer: 1, unitType: 'images', modelType: 'IMAGE' },
  background_removal: {
    sku: 'image-background-removal-unit',
    unitsPer: 1,
    unitType: 'images',
    modelType: 'IMAGE',
  },
  characters: { sku: 'audio-input-mcharacter', unitsPer: MILLION, unitType: 'chars', modelType: 'TTS' },
  audio_seconds: { sku: 'asr-audio-second', unitsPer: 1, unitType: 'seconds', modelType: 'ASR' },
  job: { sku: 'job-unit', unitsPer: 1, unitType: 'requests', modelType: null },
  second: { sku: 'job-second', unitsPer: 1, unitType: 'seconds', modelType: null },
  search: { sku: 'search-request', unitsPer: 1, unitType: 'requests', modelType: null },
  scrape: { sku: 'scrape-url', unitsPer: 1, unitType: 'requests', modelType: null },
  text_parser: { sku: 'text-parser-request', unitsPer: 1, unitType: 'requests', modelType: null },
  search_result: { sku: 'search-result', unitsPer: 1, unitType: 'requests', modelType: null },
  prompt_enhancement: { sku: 'prompt-enhancement-request', unitsPer: 1, unitType: 'requests', modelType: null },
} as const satisfies Record<string, LineKindSpec>;

/** The kinds of bill lines. */
export type LineKind = keyof typeof KINDS;

/** Every line kind by its name in `BillLine.kind`; a name read from the database may be missing here. */
export const LINE_KINDS: Readonly<Record<string, LineKindSpec>> = KINDS;

/** How many units one rate of a kind covers: a million tokens or characters, one of everything else. */
export function unitsPerRate(kind: LineKind): number {
  return KINDS[kind].unitsPer;
}
