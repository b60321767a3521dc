/** The embedded image model as a provider's ability. */
import { ApiError } from '../../core/errors';
import { IMAGE_MIMES } from '../../core/image-metadata/image-output';
import { IMAGE_STYLES, type ImageStyleName } from '../../core/image-styles';
import { type ComposedScene, composeScene } from '../../engines/scene/draw-in-child';
import type { ImageCall, ImageModel, ImageResult } from '../image-spec';
import { drawFieldsOf, notApplied } from '../kit/images/fields';
import { LOCAL_FIELDS } from './image-fields';

/** The embedded model's name. */
const SCENE_COMPOSER = 'scene-composer';

/** Draws what a prompt names as a vector illustration. Its styles are its own, so that nothing is added to the prompt. */
export const drawLocalImage: ImageModel = async (call) => {
  const { model, prompt, negativePrompt, width, height, seed, style, output, account, signal } = call;
  if (model !== SCENE_COMPOSER)
    throw new ApiError('MODEL_OFFLINE', 'The model is offline.', { cause: new Error(model) });
  const own = IMAGE_STYLES.find(({ name }) => name === style?.name)?.name satisfies ImageStyleName | undefined;
  const size = { width, height };
  const scene = { prompt, negativePrompt, ...size, seed, style: own, output };
  const { bytes, unmet } = await composeScene({ ...scene, account, signal });
  return {
    image: { bytes, mime: output ? IMAGE_MIMES[output.format] : 'image/png' },
    seed,
    ...unapplied(call, own === undefined, unmet),
    isHarmless: true,
    isFinished: output !== undefined,
  };
};

/** The fields that were followed in part or not at all; the prompt is one of them if nothing of it was understood. */
function unapplied(call: ImageCall, isPlain: boolean, unmet: ComposedScene['unmet']): Pick<ImageResult, 'notApplied'> {
  const missed = [
    ...(call.style && isPlain ? (['style_preset'] as const) : []),
    ...unmet.filter((field) => field !== 'prompt'),
  ];
  const fields = notApplied(drawFieldsOf(call), LOCAL_FIELDS[SCENE_COMPOSER].draw, missed);
  return unmet.includes('prompt') ? { notApplied: ['prompt', ...(fields.notApplied ?? [])] } : fields;
}
