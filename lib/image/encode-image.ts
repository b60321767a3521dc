import type { RunContext } from '../accounts/caller';
import { encodeBase64 } from '../media/base64';
import { countBytes } from '../platform/sharing/memory-shares';

/** A text is kept twice for a while: alone, and in the document that is sent. */
const COPIES_OF_TEXT = 2;

/**
 * An image of an answer as base64, encoded in slices and counted on the request's lease.
 * @param head ASCII text at the beginning, such as that of a data: URL
 * @throws the signal's reason when aborted
 */
export async function encodeImage(
  bytes: Uint8Array,
  { caller, signal, lease }: Pick<RunContext, 'caller' | 'signal' | 'lease'>,
  head = '',
): Promise<string> {
  const text = await encodeBase64(bytes, { account: caller.account.id, signal }, head);
  if (lease) countBytes(lease, text.length * COPIES_OF_TEXT);
  return text;
}
