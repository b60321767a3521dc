import { type EditRequest, editImage } from '../../engines/edit/edit-image';
import type { ComposeScene } from '../../engines/edit/recompose';
import type { EditCall, ImageEditor } from '../image-spec';

/** The model that composes pictures: those can be composed again. */
const COMPOSER = 'scene-composer';

/**
 * The embedded editor (`image-editor`).
 * @param compose composes pictures; without it, edits work on pixels alone
 */
export function makeLocalEditor(compose?: ComposeScene): ImageEditor {
  return async (call) => {
    const edited = await editImage(requestOf(call), compose);
    return {
      image: { bytes: edited.bytes, mime: 'image/png' },
      ...(edited.scene && { seed: edited.scene.seed, revisedPrompt: edited.scene.prompt }),
      notApplied: notApplied(call),
      // A picture of its own icons and nothing else; other images may show anything.
      isHarmless: edited.scene !== undefined && call.images.length === 1,
    };
  };
}

function requestOf({ prompt, images, mask, aspectRatio, size, account, signal }: EditCall): EditRequest {
  const source = images[0]?.metadata;
  return {
    prompt,
    images: images.map(({ bytes }) => bytes),
    mask: mask?.bytes,
    aspectRatio,
    size,
    scene: source?.model === COMPOSER ? source : undefined,
    account,
    signal,
  };
}

function notApplied({ resolution, quality }: EditCall): string[] {
  return [...(resolution === undefined ? [] : ['resolution']), ...(quality === undefined ? [] : ['quality'])];
}
