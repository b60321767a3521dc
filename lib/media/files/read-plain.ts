import type { FileAnswer, FileJob } from '../child/jobs';
import { isBinary } from '../signature';
import { decodeText } from './decode-text';

/** Plain text. The service itself uses it too, for small files: it takes some milliseconds per million bytes. */
export function readPlain({ bytes, maxCharacters }: Pick<FileJob, 'bytes' | 'maxCharacters'>): FileAnswer {
  const plain = isBinary(bytes) ? null : decodeText(bytes, maxCharacters);
  if (plain === null) return { problem: 'unsupported' };
  return plain.text.trim() === '' ? { problem: 'empty' } : plain;
}
