/** A part of a test's form; with `file` it is one of that name. */
export type TestPart = { name: string; file?: string | undefined; content: Uint8Array | string };

/** For tests: a `multipart/form-data` body as browsers write it, its boundary, and its content type. */
export function testForm(
  parts: readonly TestPart[],
  boundary = '----farebox-boundary-7MA4YWxkTrZu0gW',
): { body: Buffer; boundary: string; contentType: string } {
  const pieces = parts.flatMap(({ name, file, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`,
    file === undefined ? '' : `; filename="${escaped(file)}"\r\nContent-Type: application/octet-stream`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
  return { body, boundary, contentType: `multipart/form-data; boundary=${boundary}` };
}

function escaped(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}
