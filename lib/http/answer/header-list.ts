/**
 * Headers in wire order: name, value, name, value. Names are in lower case and unique. A list, because filling an object
 * would be the most expensive part of a small response.
 */
export type HeaderList = string[];

/** Sets a header; replaces an earlier one of the same name. */
export function setHeader(headers: HeaderList, name: string, value: string): void {
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at] !== name) continue;
    headers[at + 1] = value;
    return;
  }
  headers.push(name, value);
}

/** Sets all headers of an object. */
export function setHeaders(headers: HeaderList, further: Record<string, string>): void {
  for (const name in further) setHeader(headers, name, further[name] ?? '');
}
