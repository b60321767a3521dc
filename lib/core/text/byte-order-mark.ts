/** Some programs start texts with it; it has no meaning in UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A text without the byte order mark at its beginning. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
