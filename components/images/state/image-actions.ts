import { showToast } from '@/components/ui/toast/toast';
import { imageFileName } from '@/lib/client/images/files/file-name';
import { changeImage, deleteImages, readFile } from '@/lib/client/images/history/images';
import { cancelJob, enqueue, MOST_QUEUED, resumeQueue, retryJob, type NewJob } from '@/lib/client/images/queue/queue';
import type { StudioStore } from '@/lib/client/images/store';
import type { EditWork, ImageSettings, StudioImage } from '@/lib/client/images/types';
import { saveBlob } from '@/lib/client/save-blob';

/** What the page can do with images and the queue. */
export type ImageActions = {
  /** Adds a request to the queue. @returns whether there was space for it */
  request: (job: NewJob) => boolean;
  cancel: (jobId: string) => void;
  retry: (jobId: string) => void;
  /** Ends a pause of the queue. */
  resume: () => void;
  favorite: (image: StudioImage) => void;
  /** Deletes images, and offers to undo it. */
  remove: (ids: readonly string[]) => void;
  download: (image: StudioImage) => void;
  /** Saves several images as one archive. */
  downloadAll: (images: readonly StudioImage[]) => void;
  /** Enlarges an image or removes its background. @returns whether the request is in the queue */
  process: (image: StudioImage, work: Pick<EditWork, 'type' | 'scale'>, model: NewJob['model']) => boolean;
  /** Fills in the form. */
  use: (settings: Partial<ImageSettings>) => void;
};

const GONE = 'Image file not found';

/** Creates the actions of a store. @param use fills in the form */
export function imageActions(store: StudioStore, use: ImageActions['use']): ImageActions {
  const request = (job: NewJob): boolean => {
    if (enqueue(store, job)) return true;
    showToast('error', `The queue is full: ${MOST_QUEUED} requests are waiting`);
    return false;
  };
  return {
    request,
    cancel: (jobId) => cancelJob(store, jobId),
    retry: (jobId) => retryJob(store, jobId),
    resume: () => resumeQueue(store),
    favorite: ({ id, favorite }) => void changeImage(store, id, { favorite: !favorite }),
    remove: (ids) => void removeWithUndo(store, ids),
    download: (image) => void download(store, image),
    downloadAll: (images) => void downloadAll(store, images),
    process: (image, work, model) =>
      request({ work: { ...work, sourceId: image.id, prompt: '' }, settings: image.settings, model }),
    use,
  };
}

async function removeWithUndo(store: StudioStore, ids: readonly string[]): Promise<void> {
  const undo = await deleteImages(store, ids);
  showToast('message', ids.length === 1 ? 'Image deleted' : `${ids.length} images deleted`, {
    action: { label: 'Undo', onClick: () => void undo() },
  });
}

async function download(store: StudioStore, image: StudioImage): Promise<void> {
  const file = await readFile(store, image.id);
  if (file) saveBlob(file, imageFileName(image));
  else showToast('error', GONE);
}

async function downloadAll(store: StudioStore, images: readonly StudioImage[]): Promise<void> {
  try {
    const { zipImages } = await import('@/lib/client/images/files/zip-images');
    const found = await Promise.all(images.map(async (image) => ({ image, file: await readFile(store, image.id) })));
    const entries = found.flatMap(({ image, file }) => (file ? [{ image, file }] : []));
    const missing = images.length - entries.length;
    if (missing > 0) showToast('error', missing === 1 ? GONE : `${missing} image files not found`);
    if (entries.length > 0) saveBlob(await zipImages(entries), `images-${entries.length}.zip`);
  } catch {
    showToast('error', 'The images could not be packed', { description: 'Select fewer images and try again.' });
  }
}
