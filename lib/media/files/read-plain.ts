import type { FileAnswer, FileJob } from '../child/jobs';
import { isBinary } from '../signature';
import { decodeText } from './decode-text';

/** Plain text. The service itself uses it too, for small files: it takes some milliseconds per million bytes. */
export function readPlain({ bytes, maxCharacters }: Pick<FileJob, 'bytes' | 'maxCharacters'>): FileAnswer {
  if (isBinary(bytes)) return { problem: 'unsupported' };
  const plain = decodeText(bytes, maxCharacters);
  if ('problem' in plain) return plain;
  return plain.text.trim() === '' ? { problem: 'empty' } : plain;
}
