import { noted, sendJson } from './api';
import { offlineFailure, readFailure } from './failure';
import { saveBlob } from './save-blob';

/** Where the file's name is in `Content-Disposition`. */
const FILENAME = /filename=([\w.-]+)/;

/**
 * Fetches one of our own files and has the browser save it, under the name that the server gives.
 * @param accept `text/csv` where the address answers in several forms
 * @throws ApiFailure, also where the file broke off in the middle: then nothing is saved
 */
export async function saveFile(path: string, accept?: 'text/csv'): Promise<void> {
  const response = await sendJson(path, accept ? { accept } : {});
  if (!response.ok) throw noted(await readFailure(response));
  const file = await response.blob().catch(() => {
    throw offlineFailure(response.headers.get('cf-ray'));
  });
  saveBlob(file, FILENAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'farebox');
}
