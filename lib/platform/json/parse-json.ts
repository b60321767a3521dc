import { isUtf8 } from 'node:buffer';
import { withoutByteOrderMark } from '../../core/text/byte-order-mark';

/**
 * Parses JSON from its bytes, which come in blocks.
 * @param members the members of an object to keep; null keeps all
 * @throws SyntaxError with the parser's message; TypeError if the bytes are not UTF-8
 */
export function parseJson(blocks: readonly Uint8Array[], members: ReadonlySet<string> | null): unknown {
  const [only = new Uint8Array()] = blocks;
  const bytes = blocks.length > 1 ? Buffer.concat(blocks) : only;
  if (!isUtf8(bytes)) throw new TypeError('The body is not UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  const value: unknown = JSON.parse(withoutByteOrderMark(text));
  return members === null ? value : withMembers(value, members);
}

/** An object reduced to these members. Other values, and objects without other members, are returned unchanged. */
function withMembers(value: unknown, members: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  const known = entries.filter(([name]) => members.has(name));
  return known.length === entries.length ? value : Object.fromEntries(known);
}
