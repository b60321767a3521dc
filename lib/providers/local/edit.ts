import { ApiError } from '../../core/errors';
import type { ImageOrigin } from '../../core/image-metadata/image-metadata';
import { type EditRequest, editImage } from '../../engines/edit/edit-image';
import type { ComposeScene } from '../../engines/edit/recompose';
import type { EditedScene } from '../../engines/edit/scene-origin';
import { composeScene } from '../../engines/scene/draw-in-child';
import type { EditCall, ImageEditor, SizedImage } from '../image-spec';
import { editFieldsOf, notApplied } from '../kit/images/fields';
import { LOCAL_FIELDS } from './image-fields';

/** The model that composes pictures: those can be composed again. */
const COMPOSER = 'scene-composer';

/**
 * The embedded editor (`image-editor`).
 * @throws see `ImageEditor`; CONTENT_POLICY_VIOLATION if a picture would be composed again from a prompt that is not
 *   allowed
 */
export const localEditor: ImageEditor = async (call) => {
  const compose: ComposeScene = async (scene) => {
    // Most of it comes from the file, which callers can forge.
    if ((await call.allowsPrompt?.(scene.prompt)) === false) {
      throw new ApiError('CONTENT_POLICY_VIOLATION', 'The content of this request is not allowed.');
    }
    return composeScene(scene);
  };
  const edited = await editImage(requestOf(call), compose);
  const isUnmarked = call.images[0]?.metadata?.hideWatermark === true;
  return {
    image: { bytes: edited.bytes, mime: 'image/png' },
    ...(edited.scene && { seed: edited.scene.seed, revisedPrompt: edited.scene.prompt }),
    ...(edited.origin && {
      metadata: { ...edited.origin, model: COMPOSER, ...(isUnmarked && { hideWatermark: true }) },
    }),
    needsWatermark: edited.scene !== undefined && !isUnmarked,
    ...notApplied(editFieldsOf(call), LOCAL_FIELDS['image-editor'].edit),
    // A picture of its own icons and nothing else; other images may show anything.
    isHarmless: edited.scene !== undefined && call.images.length === 1,
  };
};

function requestOf({ prompt, images, mask, aspectRatio, size, account, signal }: EditCall): EditRequest {
  const [base] = images;
  const source = base?.metadata;
  return {
    prompt,
    images: images.map(({ bytes }) => bytes),
    mask: mask?.bytes,
    aspectRatio,
    size,
    scene: base && source?.model === COMPOSER ? sceneOf(base, source) : undefined,
    account,
    signal,
  };
}

function sceneOf(
  { width, height }: SizedImage,
  { prompt, negativePrompt, seed, style, edits }: ImageOrigin,
): EditedScene {
  return {
    prompt,
    seed,
    width,
    height,
    ...(negativePrompt !== undefined && { negativePrompt }),
    ...(style !== undefined && { style }),
    ...(edits && { edits }),
  };
}
