import { z } from 'zod';
import { randomHex } from '../../core/ids';
import type { EncodedImage } from '../image-spec';
import { askJson, type ImageRequests } from '../kit/images/ask';
import { EXTENSIONS, multipart } from '../kit/images/multipart';
import { inferenceFailed } from '../kit/map-error';
import { addressOf, type ComfyUi } from './upstream';

const Uploaded = z.object({ name: z.string().min(1), subfolder: z.string().default('') });

/**
 * Gives the server an image, in its folder for temporary files, which it empties when it starts.
 * @returns its name, as nodes that load images take it
 */
export async function upload(upstream: ComfyUi, image: EncodedImage, requests: ImageRequests): Promise<string> {
  // The name is random, so that no other client can ask for it.
  const filename = `farebox-${randomHex(16)}.${EXTENSIONS[image.mime]}`;
  const form = multipart([
    { name: 'image', image, filename },
    { name: 'type', value: 'temp' },
    { name: 'overwrite', value: 'true' },
  ]);
  const answer = Uploaded.safeParse(await askJson({ url: addressOf(upstream, '/upload/image'), ...form }, requests));
  if (!answer.success) throw inferenceFailed(new Error('The upstream did not keep an image.'));
  const { name, subfolder } = answer.data;
  return `${subfolder === '' ? '' : `${subfolder}/`}${name} [temp]`;
}
