import { z } from 'zod';
import type { EncodedImage } from '../image-spec';
import { mimeOf } from '../kit/images/read-image';

/** What a message of the server's socket means for one call. */
export type ComfyEvent =
  | { type: 'progress'; share: number }
  | { type: 'preview'; image: EncodedImage }
  /** The work on this prompt has ended, in whatever way. */
  | { type: 'ended' };

const PREVIEW = 1;
const PREVIEW_WITH_METADATA = 4;

const Message = z.object({
  type: z.string(),
  data: z.object({
    prompt_id: z.string().optional().catch(undefined),
    node: z.unknown().optional(),
    value: z.number().optional().catch(undefined),
    max: z.number().optional().catch(undefined),
  }),
});
const ENDS = ['execution_success', 'execution_error', 'execution_interrupted'];

/**
 * Reads a text message.
 * @param promptId of the call
 * @returns null for what is about something else
 */
export function readText(text: string, promptId: string): ComfyEvent | null {
  const message = Message.safeParse(parse(text));
  if (!message.success) return null;
  const { type, data } = message.data;
  if (data.prompt_id !== promptId) return null;
  const { value, max } = data;
  if (type === 'progress' && value !== undefined && max !== undefined && max > 0) {
    return { type: 'progress', share: Math.min(1, Math.max(0, value / max)) };
  }
  // Older servers report only that no node is executed any more.
  const isEnd = ENDS.includes(type) || (type === 'executing' && data.node === null);
  return isEnd ? { type: 'ended' } : null;
}

/**
 * Reads a binary message: a number of what it is, then a preview, after its format or after its metadata in JSON. Every
 * call has a socket of its own, so that all of them are about this call.
 * @returns null for everything but previews
 */
export function readBytes(bytes: Uint8Array): ComfyEvent | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 8) return null;
  const kind = view.readUInt32BE(0);
  if (kind !== PREVIEW && kind !== PREVIEW_WITH_METADATA) return null;
  const begin = kind === PREVIEW ? 8 : 8 + view.readUInt32BE(4);
  const image = bytes.subarray(Math.min(begin, bytes.byteLength));
  const mime = mimeOf(image);
  return mime === null ? null : { type: 'preview', image: { bytes: image, mime } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
