import { reportSignedOut, sendJson } from './api';
import { offlineFailure, readFailure } from './failure';
import { saveBlob } from './save-blob';

/** The file's name in `Content-Disposition`. */
const FILENAME = /filename=([\w.-]+)/;

/**
 * Downloads one of our own files and saves it, under the server's file name.
 * @param accept `text/csv` if the path returns several formats
 * @throws ApiFailure, also if the download broke off: then nothing is saved
 */
export async function saveFile(path: string, accept?: 'text/csv'): Promise<void> {
  const response = await sendJson(path, accept ? { accept } : {});
  if (!response.ok) throw reportSignedOut(await readFailure(response));
  const file = await response.blob().catch(() => {
    throw offlineFailure(response.headers.get('cf-ray'));
  });
  saveBlob(file, FILENAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'farebox');
}
