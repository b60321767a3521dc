import { expect, it } from 'vitest';
import { documentPath, ownDocumentOf } from './own-document';

const HERE = 'https://box.example';

it('knows the addresses of own files, and no others', () => {
  expect(ownDocumentOf(`${HERE}${documentPath('a b')}`, HERE)).toBe('a b');
  for (const url of [
    `${HERE}/search?q=x`,
    `${HERE}/docs?document=1`,
    'https://other.example/search?document=1',
    'none',
  ]) {
    expect(ownDocumentOf(url, HERE), url).toBeNull();
  }
});
