import { expect, it } from 'vitest';
import { readPlain } from './read-plain';

const read = (latin1: string) => readPlain({ bytes: Buffer.from(latin1, 'latin1'), maxCharacters: 1_000 });

it.each([
  ['PNG', '\x89PNG\r\n\x1a\n'],
  ['JPEG', '\xff\xd8\xff\xe0'],
  ['GIF', 'GIF89a'],
  ['WebP', 'RIFF0000WEBP'],
  ['gzip', '\x1f\x8b\x08'],
])('takes a file that begins as %s for no text, whatever follows', (_format, signature) => {
  expect(read(signature + '0'.repeat(500))).toEqual({ problem: 'unsupported' });
});

it.each(['PNG, JPEG, and GIF are formats', 'GIF84 is none', 'RIFF', '\x89 of old texts'])(
  'reads %j as text',
  (text) => {
    expect(read(text)).toMatchObject({ isCut: false });
  },
);
