import { ApiError } from '../../../core/errors';

/** What the header of a part of `multipart/form-data` says (RFC 7578, 4.2). */
export type PartHeader = {
  /** The name of the field, 1…100 characters. */
  name: string;
  /** Whether the part is a file: it has a file name, or a content type that is not text. */
  isFile: boolean;
};

/** Longest name of a field. */
const MAX_NAME_CHARACTERS = 100;
/** One parameter of a header; browsers escape quotes as `%22`, other clients with a backslash. */
const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|([^;"\s]*))/g;
/** Encodings that leave the bytes of a part as they are. */
const PLAIN_ENCODINGS = ['binary', '8bit', '7bit'];

/**
 * Reads the header of a part: its lines without the empty one at the end.
 * @throws ApiError INVALID_REQUEST: no name, too long a name, a transfer encoding
 */
export function readPartHeader(bytes: Uint8Array): PartHeader {
  const lines = new Map(Buffer.from(bytes).toString('utf8').split('\r\n').map(toLine));
  const disposition = lines.get('content-disposition') ?? '';
  const parameters = parametersOf(disposition);
  const name = parameters.get('name') ?? '';
  if (!/^form-data\s*(;|$)/i.test(disposition) || name === '') {
    throw refused('has a part without a name: each needs Content-Disposition: form-data; name="…"');
  }
  if (name.length > MAX_NAME_CHARACTERS) {
    throw refused(`has a field whose name is longer than ${MAX_NAME_CHARACTERS} characters`);
  }
  const encoding = lines.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!PLAIN_ENCODINGS.includes(encoding)) {
    throw refused('has a part with a Content-Transfer-Encoding; send its bytes unchanged');
  }
  const type = lines.get('content-type') ?? 'text/plain';
  const hasFileName = parameters.has('filename') || parameters.has('filename*');
  return { name, isFile: hasFileName || !/^(text\/|application\/json\b)/i.test(type) };
}

/**
 * The boundary of a `multipart/form-data` content type.
 * @throws ApiError INVALID_REQUEST: without one, or longer than the 70 characters of RFC 2046
 */
export function boundaryOf(contentType: string): string {
  const boundary = parametersOf(contentType).get('boundary') ?? '';
  if (boundary === '') throw refused('has no boundary: the content type must be multipart/form-data; boundary=…');
  if (boundary.length > MAX_BOUNDARY_CHARACTERS) {
    throw refused(`has a boundary that is longer than ${MAX_BOUNDARY_CHARACTERS} characters`);
  }
  return boundary;
}

const MAX_BOUNDARY_CHARACTERS = 70;

/** A 400 for a form as a whole. @param what continues the sentence “The form …” */
export function refused(what: string): ApiError {
  return new ApiError('INVALID_REQUEST', `The form ${what}.`);
}

function toLine(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

/** The parameters of a header, names in lower case; of several with the same name the first. */
function parametersOf(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain] of header.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted === undefined ? (plain ?? '') : quoted.replace(/\\(["\\])/g, '$1'));
  }
  return found;
}
