import type { Form, SeenImageRequest } from './wire';

/** Reads the form of a request, as strictly as servers do; fails if it is none. */
export function readFormNow({ headers, body }: SeenImageRequest): Form {
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(headers['content-type'] ?? '') ?? [];
  if (boundary === undefined) throw new Error('The request has no form.');
  const text = body.toString('latin1');
  const end = `--${boundary}--\r\n`;
  if (!text.endsWith(end)) throw new Error('The form has no end.');
  const form: Form = { texts: {}, files: [] };
  for (const part of text.slice(0, -end.length).split(`--${boundary}\r\n`).slice(1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const value = Buffer.from(rest.join('\r\n\r\n').replace(/\r\n$/, ''), 'latin1');
    const [, name = ''] = /name="([^"]*)"/.exec(head) ?? [];
    if (head.includes('filename="')) form.files.push({ name, bytes: value });
    else form.texts[name] = value.toString();
  }
  return form;
}
