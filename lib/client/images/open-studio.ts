import { fetchReceipt } from '../chat/receipts';
import { browserCanvas } from '../attachments/canvas';
import { isConnectionLost, watchConnection } from '../connection';
import { shownServiceId } from '../service-id';
import { imageDatabaseName, openImageDatabase } from './history/database';
import { loadImages } from './history/images';
import { openedStudios } from './opened-studios';
import { claimJob } from './queue/claims';
import { restoreJobs, resumeQueue } from './queue/queue';
import { generateBody } from './request/generate-body';
import { sendEdit } from './request/send-edit';
import { streamImages } from './request/stream-images';
import { createStudio, setStudio, type StudioOutside, type StudioStore } from './store';
import { listStudioModels } from './studio-models';
import type { ImageReceipt } from './types';

/**
 * This tab's studio of one account, opened once: it persists while other pages are shown, so that requests continue.
 * Other accounts in this browser do not see its images.
 */
export function openStudio(accountId: string): Promise<StudioStore> {
  const known = openedStudios.get(accountId);
  if (known) return known;
  const opening = open(accountId);
  openedStudios.set(accountId, opening);
  return opening;
}

async function open(accountId: string): Promise<StudioStore> {
  const lost = () => {
    store.database = null;
    setStudio(store, { notice: 'The browser closed its storage. Reload to see all images.' });
  };
  const store = createStudio(OUTSIDE, null);
  store.database = await openImageDatabase(accountId, lost);
  if (typeof BroadcastChannel !== 'undefined') {
    store.channel = new BroadcastChannel(imageDatabaseName(accountId));
    store.channel.onmessage = () => void loadImages(store);
  }
  await loadImages(store);
  void restoreJobs(store);
  watchConnection(() => {
    if (!isConnectionLost() && store.state.pause?.reason === 'offline') resumeQueue(store);
  });
  return store;
}

const OUTSIDE: StudioOutside = {
  draw: streamImages,
  edit: (work, sending) => sendEdit(work, { ...sending, serviceId: shownServiceId() }),
  receipt: receiptOf,
  measure: (file) => browserCanvas.measure(file),
  bodyOf: async (settings, modelId) => {
    const model = (await listStudioModels()).draw.find(({ id }) => id === modelId);
    return model ? generateBody(settings, model) : null;
  },
  claim: claimJob,
};

async function receiptOf(requestId: string): Promise<ImageReceipt | 'none' | null> {
  const receipt = await fetchReceipt(requestId);
  if (receipt === null) return 'none';
  if (receipt === 'pending') return null;
  return { requestId, cost: receipt.charged, currency: receipt.currency, images: 1 };
}
