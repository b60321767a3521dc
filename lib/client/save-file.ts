import { noted, sendJson } from './api';
import { offlineFailure, readFailure } from './failure';

/** Where the file's name stands in `Content-Disposition`. */
const FILENAME = /filename=([\w.-]+)/;
/** How long the browser may take to begin with the file that it was given. */
const KEPT_MS = 60_000;

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
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = FILENAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'farebox';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
