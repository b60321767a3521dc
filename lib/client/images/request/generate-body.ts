import { sizeChoice, type SizeChoice } from '../settings/size-family';
import type { DrawModel } from '../studio-models';
import type { ImageFormat, ImageSettings } from '../types';

/** The body of a request that draws images (docs/api-rules.md, "Images"), as far as the studio sets it. */
export type GenerateBody = SizeChoice & {
  model: string;
  prompt: string;
  negative_prompt?: string;
  format: ImageFormat;
  cfg_scale?: number;
  steps?: number;
  seed?: number;
  style_preset?: string;
  variants?: number;
  safe_mode?: boolean;
  hide_watermark?: boolean;
  embed_exif_metadata?: boolean;
};

/** The request that settings lead to, without what is the API's default. */
export function generateBody(settings: ImageSettings, model: DrawModel): GenerateBody {
  const { negativePrompt, format, cfgScale, steps, seed, style, variants } = settings;
  const { max } = model.model_spec.constraints.steps;
  return {
    model: model.id,
    prompt: settings.prompt.trim(),
    ...(negativePrompt.trim() !== '' && { negative_prompt: negativePrompt.trim() }),
    ...sizeChoice(settings, model),
    format,
    ...(style !== null && { style_preset: style }),
    ...(steps !== null && max > 0 && { steps: Math.min(steps, max) }),
    ...(cfgScale !== null && { cfg_scale: cfgScale }),
    ...(seed !== null && { seed }),
    ...(variants > 1 && { variants }),
    ...(!settings.safeMode && { safe_mode: false }),
    ...(settings.hideWatermark && { hide_watermark: true }),
    ...(settings.embedMetadata && { embed_exif_metadata: true }),
  };
}
