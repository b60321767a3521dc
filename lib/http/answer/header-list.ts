/**
 * Headers as they go onto the wire: name, value, name, value. Names in lower case, each once. A list, because an object that
 * is filled name by name is the dearest part of a small answer.
 */
export type HeaderList = string[];

/** Sets a header, in the place of an earlier one of its name. */
export function setHeader(headers: HeaderList, name: string, value: string): void {
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at] !== name) continue;
    headers[at + 1] = value;
    return;
  }
  headers.push(name, value);
}

/** Sets the headers of an object of them. */
export function setHeaders(headers: HeaderList, further: Record<string, string>): void {
  for (const name in further) setHeader(headers, name, further[name] ?? '');
}
