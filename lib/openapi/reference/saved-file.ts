/** Fields that name the encoding of an image. */
const FORMAT_FIELDS = ['format', 'output_format'];

/** The name of a text that is saved. */
const TEXT_FILE = 'answer.txt';

/**
 * The file that a sample saves its answer as, if that is not JSON: the operation answers only with bytes, or the request
 * asks for them with `return_binary`, or for a text alone with `response_format`.
 * @param types content types of the operation's answer
 */
export function savedFile(types: readonly string[], body: unknown): { savesAs?: string } {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  if (types.includes('text/plain') && fields.response_format === 'text') return { savesAs: TEXT_FILE };
  const first = types.find((type) => type.startsWith('image/'));
  if (first === undefined) return {};
  if (types.includes('application/json') && fields.return_binary !== true) return {};
  const named = FORMAT_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string');
  return { savesAs: `image.${named ?? first.slice('image/'.length)}` };
}
