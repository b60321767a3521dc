/** The embedded image model as a provider's ability. */
import { ApiError } from '../../core/errors';
import { IMAGE_STYLES, type ImageStyleName } from '../../core/image-styles';
import { composeScene } from '../../engines/scene/draw-in-child';
import type { ImageCall, ImageModel } from '../image-spec';

/** The embedded model's name. */
const SCENE_COMPOSER = 'scene-composer';

/** Draws what a prompt names as a vector illustration. Its styles are its own, so that nothing is added to the prompt. */
export const drawLocalImage: ImageModel = async (call) => {
  const { model, prompt, negativePrompt, width, height, seed, style, account, signal } = call;
  if (model !== SCENE_COMPOSER)
    throw new ApiError('MODEL_OFFLINE', 'The model is offline.', { cause: new Error(model) });
  const own = IMAGE_STYLES.find(({ name }) => name === style?.name)?.name satisfies ImageStyleName | undefined;
  const { bytes } = await composeScene({ prompt, negativePrompt, width, height, seed, style: own, account, signal });
  return { image: { bytes, mime: 'image/png' }, seed, notApplied: notApplied(call), isHarmless: true };
};

/** Nothing is refined step by step, and there is no network that could follow a reference. */
function notApplied({ steps, cfgScale, loraStrength, styleReferences, quality, style }: ImageCall): string[] {
  const members = {
    steps: steps,
    cfg_scale: cfgScale,
    lora_strength: loraStrength,
    style_references: styleReferences?.length ? styleReferences : undefined,
    quality,
    style_preset: style && !IMAGE_STYLES.some(({ name }) => name === style.name) ? style : undefined,
  };
  return Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
