import { randomHex } from '../../core/ids';
import type { Attachment } from '../chat/types';
import { MAX_FILE_BYTES, MIN_SIDE, MOST_IN_A_MESSAGE, sizeText } from './bounds';
import { browserCanvas, toDataUrl, type Canvas } from './canvas';
import { fileKind, HEAD_BYTES } from './file-kind';

/** Ten images of this size fit in one request: larger ones are shrunk here. */
const MAX_IMAGE_BYTES = 2_500_000;
/** Models use no more pixels. */
const LONGEST_SIDE = 2_048;
/** For displayed names: some are as long as a path may be. */
const MAX_NAME_CHARACTERS = 120;

/** The result for chosen files: the attachments, and a sentence for each rejected file. */
export type Taken = { attachments: Attachment[]; problems: string[] };

/**
 * Reads the files that the user chose, pasted, or dropped. GIFs become images of their first frame, and large images
 * are shrunk. Never throws.
 * @param before the attachments already in the message, which count toward the limits
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

/** Reads one file. @returns the attachment, or why not, as the end of a sentence that starts with the file's name */
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
