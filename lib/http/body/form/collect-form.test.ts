import { describe, expect, it } from 'vitest';
import { isApiError } from '../../../core/errors';
import { makeFormCollector } from './collect-form';
import { type FormPlan, MAX_FILE_BYTES, MAX_TEXT_BYTES } from './form-rules';
import { makePartsHash } from './hash-parts';
import { testForm, type TestPart } from './test-form';

const RULES: FormPlan = {
  files: { image: 'one', layers: 'many' },
  numbers: ['scale'],
  booleans: ['safe'],
  fields: new Set(['prompt', 'model', 'image', 'layers', 'scale', 'safe']),
};

/** Collects a form in pieces of 10,000 bytes. @param isAnnounced whether its length is known in advance */
function collect(parts: TestPart[], { isAnnounced = true, rules = RULES } = {}) {
  const { body, boundary } = testForm(parts);
  const collector = makeFormCollector(boundary, rules, isAnnounced ? body.length : null);
  for (let at = 0; at < body.length; at += 10_000) {
    // A copy that is overwritten: nothing of a connection's buffer may be kept.
    const piece = Buffer.from(body.subarray(at, at + 10_000));
    collector.write(piece);
    piece.fill(0);
  }
  return collector.end();
}

function refusal(parts: TestPart[]): string {
  try {
    collect(parts);
    return 'accepted';
  } catch (thrown) {
    return isApiError(thrown) ? `${thrown.status} ${thrown.code}: ${thrown.message}` : String(thrown);
  }
}

const file = (name: string, content: Uint8Array | string): TestPart => ({ name, file: 'a.png', content });
const bytesOf = (value: unknown) => Buffer.from(value as Uint8Array);
const large = (size: number, seed: number) => Buffer.alloc(size, 1).map((_, at) => (at * seed) % 251);

describe('the values of a form', () => {
  it.each([true, false])('are texts, typed by the rules, and files in one piece (length known: %s)', (isAnnounced) => {
    const [one, two, three] = [large(700_000, 7), large(50, 11), large(400_000, 13)];
    const values = collect(
      [
        { name: 'prompt', content: 'a fox 🦊' },
        file('image', one),
        file('layers[]', two),
        { name: 'scale', content: '2.5' },
        file('layers', three),
        { name: 'safe', content: 'False' },
        { name: 'layers[7]', content: 'https://example.org/a.png' },
      ],
      { isAnnounced },
    );
    expect(values).toMatchObject({ prompt: 'a fox 🦊', scale: 2.5, safe: false });
    expect(bytesOf(values.image).equals(one)).toBe(true);
    const layers = values.layers as unknown[];
    expect(bytesOf(layers[0]).equals(two)).toBe(true);
    expect(bytesOf(layers[1]).equals(three)).toBe(true);
    expect(layers[2]).toBe('https://example.org/a.png');
  });

  it('keep every file once if the length is known', () => {
    const values = collect([file('layers', large(300_000, 3)), file('layers', large(200_000, 5))]);
    const [one, two] = values.layers as Uint8Array[];
    expect(one?.buffer).toBe(two?.buffer);
    expect(one?.buffer.byteLength).toBeLessThan(501_000);
  });

  it('are left as text where they are neither a number nor a boolean, and out where they are empty', () => {
    expect(
      collect([
        { name: 'scale', content: '2x' },
        { name: 'safe', content: 'yes' },
      ]),
    ).toMatchObject({
      scale: '2x',
      safe: 'yes',
    });
    expect(
      Object.keys(
        collect([
          { name: 'scale', content: '' },
          { name: 'safe', content: '' },
        ]),
      ),
    ).toEqual([]);
    // As browsers send them: only an empty prompt is for the schema to refuse.
    expect(
      Object.keys(
        collect([
          { name: 'prompt', content: '' },
          { name: 'model', content: '' },
        ]),
      ),
    ).toEqual(['prompt']);
  });

  it('are null for unknown fields, however long and often they are sent, and cannot reach a prototype', () => {
    const long = 'x'.repeat(MAX_TEXT_BYTES + 1);
    const values = collect([
      { name: 'other', content: long },
      { name: 'other', content: 'x' },
      file('upload', long),
      file('upload', ''),
      { name: '__proto__', content: 'x' },
    ]);
    expect(values).toMatchObject({ other: null, upload: null });
    expect(Object.getPrototypeOf(values)).toBeNull();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('a form is refused', () => {
  it.each<[TestPart[], string]>([
    [[file('image', '')], '400 INVALID_FILE_SIZE: Invalid request parameters: image: The file is empty'],
    [
      [file('image', 'x'), file('image', 'y')],
      '400 INVALID_REQUEST: Invalid request parameters: image: Must be sent once',
    ],
    [
      [
        { name: 'prompt', content: 'x' },
        { name: 'prompt', content: 'x' },
      ],
      '400 INVALID_REQUEST: Invalid request parameters: prompt: Must be sent once',
    ],
    [
      [file('model', 'gpt-image-1')],
      '400 INVALID_REQUEST: Invalid request parameters: model: Must be text, not a file',
    ],
    [
      [{ name: 'prompt', content: 'x'.repeat(MAX_TEXT_BYTES + 1) }],
      '400 INVALID_REQUEST: Invalid request parameters: prompt: Must be at most 131072 bytes of text',
    ],
  ])('%#', (parts, message) => {
    expect(refusal(parts)).toContain(message);
  });

  it('for a file that is too large, and accepted with the largest', () => {
    const largest = Buffer.alloc(MAX_FILE_BYTES);
    expect(refusal([file('layers', largest)])).toBe('accepted');
    const message = '413 PAYLOAD_TOO_LARGE: Invalid request parameters: layers: The file is larger than 25 MB';
    expect(refusal([file('layers', Buffer.concat([largest, Buffer.from('x')]))])).toBe(message);
  });
});

describe('the hash of a form', () => {
  const parts: TestPart[] = [{ name: 'prompt', content: 'a fox' }, file('image', large(50_000, 7))];
  const hashOf = (sent: TestPart[], boundary?: string) => {
    const { body, boundary: used } = testForm(sent, boundary);
    const hash = makePartsHash();
    const collector = makeFormCollector(used, RULES, null, hash);
    for (let at = 0; at < body.length; at += 777) collector.write(body.subarray(at, at + 777));
    collector.end();
    return hash.digest();
  };

  it('is the same with another boundary', () => {
    expect(hashOf(parts, '----WebKitFormBoundaryAAAA')).toBe(hashOf(parts, 'another-one'));
  });

  it.each<[string, TestPart[]]>([
    ['another text', [{ name: 'prompt', content: 'a fax' }, ...parts.slice(1)]],
    ['another name', [{ name: 'model', content: 'a fox' }, ...parts.slice(1)]],
    ['another file', [...parts.slice(0, 1), file('image', large(50_000, 11))]],
    ['a text in place of the file', [...parts.slice(0, 1), { name: 'image', content: large(50_000, 7) }]],
    ['one part less', parts.slice(0, 1)],
    ['one more', [...parts, { name: 'other', content: '' }]],
    ['another order', parts.toReversed()],
  ])('is another one with %s', (_name, other) => {
    expect(hashOf(other)).not.toBe(hashOf(parts));
  });
});
