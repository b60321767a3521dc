import { randomHex } from '../../core/ids';
import type { Attachment } from '../chat/types';
import { MAX_FILE_BYTES, MIN_SIDE, MOST_IN_A_MESSAGE, sizeText } from './bounds';
import { browserCanvas, toDataUrl, type Canvas } from './canvas';
import { fileKind, HEAD_BYTES } from './file-kind';

/** Ten pictures of this size are one request: larger ones are made smaller here. */
const MAX_IMAGE_BYTES = 2_500_000;
/** No model looks at more. */
const LONGEST_SIDE = 2_048;
/** Of a name that is shown: some are as long as a path may be. */
const MAX_NAME_CHARACTERS = 120;

/** What became of files: what goes with the message, and a sentence for each one that does not. */
export type Taken = { attachments: Attachment[]; problems: string[] };

/**
 * Reads the files that the reader chose, pasted or dropped. GIFs become pictures of their first frame, big pictures smaller
 * ones. Never throws.
 * @param before what the message has already: it counts towards the bounds
 */
export async function takeFiles(
  files: readonly File[],
  before: readonly Attachment[],
  canvas: Canvas = browserCanvas,
): Promise<Taken> {
  const attachments: Attachment[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const taken = await takeFile(file, [...before, ...attachments], canvas).catch(() => 'could not be read.');
    if (typeof taken === 'string') problems.push(`“${nameOf(file)}” ${taken}`);
    else attachments.push(taken);
  }
  return { attachments, problems };
}

/** One file; or why not, as the end of a sentence that begins with its name. */
async function takeFile(file: File, all: Attachment[], canvas: Canvas): Promise<Attachment | string> {
  if (file.size === 0) return 'is empty.';
  const found = fileKind(file, new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  if ('refused' in found) return found.refused;
  const { kind, type } = found;
  const most = MOST_IN_A_MESSAGE[kind];
  if (all.filter((other) => other.kind === kind).length >= most) {
    return `was not attached: a message takes at most ${most} ${kind === 'image' ? 'images' : 'files'}.`;
  }
  const typed = file.slice(0, file.size, type);
  const sent = kind === 'image' ? await fitImage(typed, canvas) : typed;
  if (typeof sent === 'string') return sent;
  if (sent.size > MAX_FILE_BYTES) {
    return `is larger than ${sizeText(MAX_FILE_BYTES)}, the limit for ${kind === 'image' ? 'an image' : 'a file'}.`;
  }
  return {
    id: randomHex(8),
    kind,
    name: nameOf(file),
    type: sent.type,
    bytes: sent.size,
    url: await toDataUrl(sent),
  };
}

async function fitImage(blob: Blob, canvas: Canvas): Promise<Blob | string> {
  const size = await canvas.measure(blob);
  if (size === null) return 'is damaged: it cannot be shown.';
  if (size.width < MIN_SIDE || size.height < MIN_SIDE) {
    return `is ${size.width} × ${size.height} pixels: an image needs at least ${MIN_SIDE} on each side.`;
  }
  if (blob.type === 'image/gif') return canvas.redraw(blob, LONGEST_SIDE, 'image/png');
  return blob.size > MAX_IMAGE_BYTES ? canvas.redraw(blob, LONGEST_SIDE, 'image/jpeg') : blob;
}

function nameOf({ name }: File): string {
  if (name === '') return 'file';
  return name.length > MAX_NAME_CHARACTERS ? `…${name.slice(-MAX_NAME_CHARACTERS)}` : name;
}
