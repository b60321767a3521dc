import { removeBackground } from '../../engines/edit/edit-image';
import type { BackgroundRemover } from '../image-spec';

/** Removes backgrounds with the embedded editor (`image-editor`). */
export const localBackgroundRemover: BackgroundRemover = async ({ image, account, signal }) => {
  const { bytes } = await removeBackground(image.bytes, { account, signal });
  return { image: { bytes, mime: 'image/png' } };
};
