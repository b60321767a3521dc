/** How a drawn image was made, as its file says it, and the JSON that stands for it there. */

/** How an image was made. */
export type ImageMetadata = {
  prompt: string;
  negativePrompt?: string;
  seed: number;
  steps?: number;
  cfgScale?: number;
  /** Name of the style preset. */
  style?: string;
  /** Id of the model. */
  model: string;
  /** Set if the image was to have no visible mark. */
  hideWatermark?: true;
  /** How its pixels were edited since it was drawn, in words, and the size in which it was drawn. */
  edits?: { prompt: string; width: number; height: number };
  /** Id of the service. */
  service: string;
  /** When it was made, ms since 1970. */
  createdAtMs: number;
};

/** From what an image was drawn: what is needed to draw it again. */
export type ImageOrigin = Omit<ImageMetadata, 'steps' | 'cfgScale' | 'service' | 'createdAtMs'>;

/** The namespace of our member in XMP. It names no service, so that files of all installations read alike. */
export const SETTINGS_NAMESPACE = 'urn:image-generation:settings:1';

/** Longer texts in a file are not ours. */
const MAX_PROMPT_CHARACTERS = 40_000;
const MAX_NAME_CHARACTERS = 1_000;
/** Of an image, in pixels. */
const MAX_SIDE = 65_535;
/** The last moment that a date can have, ms since 1970. */
const MAX_DATE_MS = 8_640_000_000_000_000;

/**
 * The metadata as JSON, with the names of the API: `prompt`, `negative_prompt`, `seed`, `steps`, `cfg_scale`,
 * `style_preset`, `model`, `hide_watermark`, `edits`, `service`, `created_at` (ISO 8601). Absent members are left out.
 */
export function writeSettings(metadata: ImageMetadata): string {
  return JSON.stringify({
    prompt: metadata.prompt,
    negative_prompt: metadata.negativePrompt,
    seed: metadata.seed,
    steps: metadata.steps,
    cfg_scale: metadata.cfgScale,
    style_preset: metadata.style,
    model: metadata.model,
    hide_watermark: metadata.hideWatermark,
    edits: metadata.edits,
    service: metadata.service,
    created_at: new Date(metadata.createdAtMs).toISOString(),
  });
}

/** The metadata in such JSON, whoever wrote it; null if it is not such JSON. Optional members that are wrong are left out. */
export function readSettings(json: string): ImageMetadata | null {
  const raw = parse(json);
  if (raw === null) return null;
  const prompt = textOf(raw.prompt, MAX_PROMPT_CHARACTERS);
  const seed = numberOf(raw.seed);
  const model = textOf(raw.model, MAX_NAME_CHARACTERS);
  const service = textOf(raw.service, MAX_NAME_CHARACTERS);
  const createdAtMs = Date.parse(textOf(raw.created_at, MAX_NAME_CHARACTERS) ?? '');
  if (prompt === undefined || seed === undefined || model === undefined || service === undefined) return null;
  if (!(Math.abs(createdAtMs) <= MAX_DATE_MS)) return null;
  const negativePrompt = textOf(raw.negative_prompt, MAX_PROMPT_CHARACTERS);
  const steps = numberOf(raw.steps);
  const cfgScale = numberOf(raw.cfg_scale);
  const style = textOf(raw.style_preset, MAX_NAME_CHARACTERS);
  const edits = editsOf(raw.edits);
  return {
    prompt,
    ...(negativePrompt !== undefined && { negativePrompt }),
    seed,
    ...(steps !== undefined && { steps }),
    ...(cfgScale !== undefined && { cfgScale }),
    ...(style !== undefined && { style }),
    model,
    ...(raw.hide_watermark === true && { hideWatermark: true }),
    ...(edits && { edits }),
    service,
    createdAtMs,
  };
}

function editsOf(raw: unknown): ImageMetadata['edits'] {
  if (typeof raw !== 'object' || raw === null || !('prompt' in raw && 'width' in raw && 'height' in raw))
    return undefined;
  const prompt = textOf(raw.prompt, MAX_PROMPT_CHARACTERS);
  const [width, height] = [sideOf(raw.width), sideOf(raw.height)];
  return prompt === undefined || width === undefined || height === undefined ? undefined : { prompt, width, height };
}

function sideOf(raw: unknown): number | undefined {
  return typeof raw === 'number' && Number.isInteger(raw) && raw > 0 && raw <= MAX_SIDE ? raw : undefined;
}

function parse(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown, maxCharacters: number): string | undefined {
  return typeof value === 'string' && value.length <= maxCharacters ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
