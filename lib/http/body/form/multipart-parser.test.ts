import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isApiError } from '../../../core/errors';
import { makeMultipartParser } from './multipart-parser';
import { boundaryOf, type PartHeader } from './part-header';
import { testForm, type TestPart } from './test-form';

type Found = PartHeader & { bytes: Buffer };

/** Parses a form in pieces of these sizes, in turn. @returns its parts, or the message of the refusal */
function parse(body: Buffer, boundary: string, sizes = [Number.MAX_SAFE_INTEGER], maxParts = 20): Found[] | string {
  const parts: Found[] = [];
  let open: (PartHeader & { pieces: Buffer[] }) | null = null;
  const parser = makeMultipartParser(boundary, maxParts, {
    onPart: (header) => (open = { ...header, pieces: [] }),
    onBytes: (bytes) => void open?.pieces.push(Buffer.from(bytes)),
    onPartEnd: () => {
      if (open === null) throw new Error('no part is open');
      const { pieces, ...header } = open;
      parts.push({ ...header, bytes: Buffer.concat(pieces) });
      open = null;
    },
  });
  try {
    for (let at = 0, turn = 0; at < body.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1;
      parser.write(body.subarray(at, at + size));
      at += size;
    }
    parser.end();
    return parts;
  } catch (thrown) {
    if (isApiError(thrown) && thrown.code === 'INVALID_REQUEST') return thrown.message;
    throw thrown;
  }
}

const found = (parts: TestPart[]) =>
  parts.map(({ name, file, content }) => ({ name, isFile: file !== undefined, bytes: Buffer.from(content) }));

/** Bytes that look like boundaries, or like parts of them. */
const trickyBytes = fc
  .array(fc.constantFrom('\r', '\n', '\r\n', '-', '--', 'b', 'bo', '\r\n--', '\r\n--b', 'x', '\0', 'é'), {
    maxLength: 30,
  })
  .map((pieces) => Buffer.from(pieces.join('')));
const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const anyPart = fc.record<TestPart>({
  name: fc
    .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
    .filter((name) => name.length <= 100 && !/[\r\n]/.test(name)),
  file: fc.option(fc.constantFrom('a.png', '写真.png', 'a "b" \\c.png'), { nil: undefined }),
  content: fc.oneof(trickyBytes, anyBytes),
});
const anyParts = fc.array(anyPart, { minLength: 1, maxLength: 6 });
const anySizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

describe('a form', () => {
  it('gives the same parts in order, however its bytes are split', () => {
    fc.assert(
      fc.property(anyParts, anySizes, (parts, sizes) => {
        const { body, boundary } = testForm(parts, 'bound');
        fc.pre(parts.every(({ content }) => !Buffer.from(content).includes(`\r\n--${boundary}`)));
        expect(parse(body, boundary, sizes)).toEqual(found(parts));
      }),
      { numRuns: 300 },
    );
  });

  it('is refused as incomplete wherever it is cut before its last boundary', () => {
    const last = '--'.length;
    fc.assert(
      fc.property(anyParts, anySizes, fc.nat(), (parts, sizes, cut) => {
        const { body, boundary } = testForm(parts);
        const whole = body.length - '\r\n'.length;
        const message = parse(body.subarray(0, cut % (whole - last + 1)), boundary, sizes);
        expect(message).toMatch(/is empty: the boundary|is incomplete: its last boundary is missing/);
        expect(parse(body.subarray(0, whole), boundary, sizes)).toHaveLength(parts.length);
      }),
      { numRuns: 300 },
    );
  });

  it('is never anything but parsed or refused, whatever its bytes', () => {
    const noise = fc.oneof(trickyBytes, anyBytes, fc.constant(Buffer.from('--b\r\ncontent-disposition: form-data;')));
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 8 }), anySizes, (pieces, sizes) => {
        parse(Buffer.concat(pieces), 'b', sizes);
      }),
      { numRuns: 500 },
    );
  });

  it('may have text before the first boundary and after the last one, and blanks after a boundary', () => {
    const body = Buffer.from(
      'Before\r\n--b \t\r\nContent-Disposition: form-data; name=a\r\n\r\none\r\n--b\r\nContent-Disposition:form-data;name="b"\r\n\r\n\r\n--b--\r\nafter --b\r\n',
    );
    expect(parse(body, 'b', [3])).toEqual(
      found([
        { name: 'a', content: 'one' },
        { name: 'b', content: '' },
      ]),
    );
  });
});

describe('a form is refused with its bound', () => {
  const part = (header: string) => Buffer.from(`--b\r\n${header}\r\n\r\nx\r\n--b--`);
  const name = 'content-disposition: form-data; name="a"';

  it.each([
    [part('content-type: image/png'), 'The form has a part without a name'],
    [part('content-disposition: form-data; filename="a.png"'), 'a part without a name'],
    [part('content-disposition: attachment; name="a"'), 'a part without a name'],
    [part(`content-disposition: form-data; name="${'a'.repeat(101)}"`), 'longer than 100 characters'],
    [part(`${name}\r\ncontent-transfer-encoding: base64`), 'Content-Transfer-Encoding'],
    [part(`${name}\r\nx-long: ${'a'.repeat(9_000)}`), 'larger than 8192 bytes'],
    [Buffer.from(`--b\r\n${name}; x="${'a'.repeat(20_000)}`), 'larger than 8192 bytes'],
    [Buffer.from('--bound\r\n'), 'a boundary that is not followed by a line end'],
    [Buffer.from('{"prompt":"x"}'), 'the boundary of its content type does not occur in it'],
    [Buffer.alloc(0), 'The form is empty'],
  ])('%s', (body, message) => {
    for (const sizes of [[1_000_000], [1], [7]]) expect(parse(body, 'b', sizes)).toContain(message);
  });

  it('for a thousand parts, before the rest is read', () => {
    const { body, boundary } = testForm(Array.from({ length: 1_000 }, (_, at) => ({ name: `f${at}`, content: 'x' })));
    expect(parse(body, boundary)).toBe('The form has too many parts: at most 20.');
    const cut = body.subarray(0, body.length / 2);
    expect(parse(cut, boundary)).toContain('at most 20');
    expect(parse(body, boundary, [977], 1_000)).toHaveLength(1_000);
  });
});

describe('a boundary', () => {
  it('is read from the content type, with quotes or without', () => {
    expect(boundaryOf('multipart/form-data; boundary=----x')).toBe('----x');
    expect(boundaryOf('Multipart/Form-Data;charset=utf-8; Boundary="a b;c"')).toBe('a b;c');
  });

  it.each([
    ['multipart/form-data', 'has no boundary'],
    ['multipart/form-data; boundary=', 'has no boundary'],
    ['multipart/form-data; boundary=""', 'has no boundary'],
    [`multipart/form-data; boundary=${'b'.repeat(71)}`, 'longer than 70 characters'],
  ])('%s is refused', (type, message) => {
    expect(() => boundaryOf(type)).toThrow(message);
  });
});
