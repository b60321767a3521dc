import type { EditCall, ImageCall } from '../../image-spec';

/** Fields of a request to draw, besides model and prompt, by their names in the API. */
export const DRAW_FIELDS = [
  'negative_prompt',
  'width',
  'height',
  'aspect_ratio',
  'resolution',
  'quality',
  'steps',
  'cfg_scale',
  'seed',
  'style_preset',
  'lora_strength',
  'style_references',
] as const;
/** Fields of a request to edit, besides model, prompt, and the base image. */
export const EDIT_FIELDS = ['images', 'mask', 'size', 'aspect_ratio', 'resolution', 'quality'] as const;
/** Fields of a request to enlarge, besides model and image. */
export const UPSCALE_FIELDS = ['scale', 'creativity'] as const;

/** A field of a request to draw. */
export type DrawField = (typeof DRAW_FIELDS)[number];
/** A field of a request to edit. */
export type EditField = (typeof EDIT_FIELDS)[number];
/** A field of a request to enlarge. */
export type UpscaleField = (typeof UPSCALE_FIELDS)[number];

/**
 * What carries each field upstream, in the words of docs/fields.md ("Images"). A field that is missing cannot be
 * carried: an adapter reports it as not applied, and refuses further images.
 */
export type Carried<Field extends string> = { readonly [Name in Field]?: string };

/** What an upstream carries of each kind of call; null if it has no such calls. */
export type CarriedFields = {
  draw: Carried<DrawField> | null;
  edit: Carried<EditField> | null;
  upscale: Carried<UpscaleField> | null;
};

/**
 * Members of the result about fields that were not applied; none if all were.
 * @param requested fields that the call has
 * @param carried those that reach the upstream
 * @param unmet further ones that it applied differently
 */
export function notApplied<Field extends string>(
  requested: readonly Field[],
  carried: Carried<Field>,
  unmet: readonly Field[] = [],
): { notApplied?: readonly string[] } {
  const names = requested.filter((name) => carried[name] === undefined || unmet.includes(name));
  return names.length > 0 ? { notApplied: names } : {};
}

/** The fields that a call to draw has. Its pixels count only if neither a ratio nor a resolution was requested. */
export function drawFieldsOf(call: ImageCall): DrawField[] {
  const hasPixels = call.aspectRatio === undefined && call.resolution === undefined;
  const has: Record<DrawField, boolean> = {
    negative_prompt: call.negativePrompt !== undefined,
    width: hasPixels,
    height: hasPixels,
    aspect_ratio: call.aspectRatio !== undefined,
    resolution: call.resolution !== undefined,
    quality: call.quality !== undefined,
    steps: call.steps !== undefined,
    cfg_scale: call.cfgScale !== undefined,
    seed: true,
    style_preset: call.style !== undefined,
    lora_strength: call.loraStrength !== undefined,
    style_references: (call.styleReferences?.length ?? 0) > 0,
  };
  return DRAW_FIELDS.filter((name) => has[name]);
}

/** The fields that a call to edit has. */
export function editFieldsOf(call: EditCall): EditField[] {
  const has: Record<EditField, boolean> = {
    images: call.images.length > 1,
    mask: call.mask !== undefined,
    size: call.size !== undefined,
    aspect_ratio: call.aspectRatio !== undefined,
    resolution: call.resolution !== undefined,
    quality: call.quality !== undefined,
  };
  return EDIT_FIELDS.filter((name) => has[name]);
}
