/** Fields that name the encoding of an image. */
const FORMAT_FIELDS = ['format', 'output_format'];

/**
 * The file that a sample saves its answer as, if that is bytes: the operation answers nothing else, or the request asks
 * for them with `return_binary`.
 * @param types content types of the operation's answer
 */
export function savedFile(types: readonly string[], body: unknown): { savesAs?: string } {
  const first = types.find((type) => type.startsWith('image/'));
  if (first === undefined) return {};
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  if (types.includes('application/json') && fields.return_binary !== true) return {};
  const named = FORMAT_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string');
  return { savesAs: `image.${named ?? first.slice('image/'.length)}` };
}
