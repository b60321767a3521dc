/** The longest header of a wallet: that of a contract wallet has a long signature. */
const MAX_CHARACTERS = 8_192;

/**
 * Reads a header that is base64 of UTF-8 JSON, as sign-ins and payments are.
 * @param malformed makes the error for a header that is not, from what is wrong with it
 */
export function readHeaderJson(header: string, malformed: (what: string) => Error): unknown {
  if (header.length > MAX_CHARACTERS) {
    throw malformed(`has more than ${MAX_CHARACTERS.toLocaleString('en-US')} characters`);
  }
  // Buffer.from skips characters that are not base64.
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(header)) throw malformed('is not base64');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'base64')));
  } catch {
    throw malformed('is not base64 of JSON');
  }
}
