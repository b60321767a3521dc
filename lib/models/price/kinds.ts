/** What a bill's line may be for: one place that says how each kind is counted, priced and shown. */

/** How a kind of line is counted and shown. */
type LineKindSpec = {
  /** What follows the model's id in the SKU of contract 18.2: `<model>-llm-output-mtoken`. */
  sku: string;
  /** How many units one rate buys, and one unit of contract 18.2 holds: a million tokens or characters, one of all else. */
  unitsPer: number;
  /** How contract 18.3 names the unit; `requests` where it has no word of its own. */
  unitType: 'tokens' | 'images' | 'chars' | 'minutes' | 'seconds' | 'requests';
  /** How contract 18.3 labels the model behind it; null where the kind alone does not tell. */
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

/** The kinds of lines that bills are made of. */
export type LineKind = keyof typeof KINDS;

/** Every kind of line by its name in `BillLine.kind`; a name read from the database may be none of them. */
export const LINE_KINDS: Readonly<Record<string, LineKindSpec>> = KINDS;

/** How many units one rate of a kind buys: a million tokens or characters, one of all else. */
export function unitsPerRate(kind: LineKind): number {
  return KINDS[kind].unitsPer;
}
