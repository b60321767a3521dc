import { ApiError, invalidField } from '../../../core/errors';
import { makeFileSpace } from './file-space';
import {
  type FormPlan,
  type FormRules,
  type FormValue,
  type FormValues,
  MAX_FILE_BYTES,
  MAX_TEXT_BYTES,
  USUAL_PARTS,
} from './form-rules';
import type { PartsHash } from './hash-parts';
import { makeMultipartParser } from './multipart-parser';
import type { PartHeader } from './part-header';

/** Collects a form while its bytes arrive. */
export type FormCollector = {
  /**
   * Takes the next bytes of the body.
   * @throws ApiError INVALID_REQUEST (malformed, too many parts, a text that is too long, a repeated field, a file in
   *   place of a text), PAYLOAD_TOO_LARGE for a file, INVALID_FILE_SIZE for an empty one
   */
  write: (bytes: Uint8Array) => void;
  /** The values, once all bytes have arrived. @throws ApiError INVALID_REQUEST if the form is incomplete */
  end: () => FormValues;
};

/** The part that arrives. */
type Part = { field: string; kind: 'text' | 'file' | 'dropped'; bytes: number; texts: Buffer[] };

/**
 * Makes a collector for one form. Every file is kept once, in one piece.
 * @param announcedBytes length of the whole body, if known
 * @param hash gets every part, also those that are ignored
 */
export function makeFormCollector(
  boundary: string,
  rules: FormPlan,
  announcedBytes: number | null,
  hash: PartsHash | null = null,
): FormCollector {
  const values: FormValues = Object.create(null) as FormValues;
  const files = makeFileSpace(announcedBytes);
  let part: Part = { field: '', kind: 'dropped', bytes: 0, texts: [] };
  const add = (field: string, value: FormValue): void => {
    const before = values[field];
    if (rules.files[field] === 'many') values[field] = [...(Array.isArray(before) ? before : []), value];
    else if (before === undefined) values[field] = value;
    else throw invalidField([field], 'Must be sent once');
  };
  const parser = makeMultipartParser(boundary, rules.maxParts ?? USUAL_PARTS, {
    onPart: (header) => {
      part = partOf(header, rules);
      hash?.begin(header);
    },
    onBytes: (bytes) => {
      hash?.add(bytes);
      part.bytes += bytes.byteLength;
      if (part.kind === 'file') {
        if (part.bytes > MAX_FILE_BYTES) throw fileTooLarge(part.field);
        files.add(bytes);
      } else if (part.kind === 'text') {
        if (part.bytes > MAX_TEXT_BYTES) throw invalidField([part.field], TEXT_TOO_LONG);
        part.texts.push(Buffer.from(bytes));
      }
    },
    onPartEnd: () => {
      hash?.end();
      if (part.kind === 'text') add(part.field, Buffer.concat(part.texts).toString('utf8'));
      else if (part.kind === 'dropped') values[part.field] = null;
      else if (part.bytes === 0) throw emptyFile(part.field);
      else add(part.field, files.take());
    },
  });
  return {
    write: parser.write,
    end: () => {
      parser.end();
      return typed(values, rules);
    },
  };
}

const TEXT_TOO_LONG = `Must be at most ${MAX_TEXT_BYTES} bytes of text; send a file as a part with a file name`;

/** @throws ApiError INVALID_REQUEST for a file in place of a text: without its value, a default would be paid for */
function partOf({ name, isFile }: PartHeader, rules: FormPlan): Part {
  const field = fieldOf(name, rules);
  const part = { field, bytes: 0, texts: [] };
  if (!rules.fields.has(field)) return { ...part, kind: 'dropped' };
  if (!isFile) return { ...part, kind: 'text' };
  if (!Object.hasOwn(rules.files, field)) throw invalidField([field], 'Must be text, not a file');
  return { ...part, kind: 'file' };
}

/** The field of a name: many clients write lists as `image[]` or `image[0]`. */
function fieldOf(name: string, { files }: FormRules): string {
  const list = name.replace(/\[\d*\]$/, '');
  return Object.hasOwn(files, list) ? list : name;
}

/** The values with texts as numbers and booleans where the rules say so; what is neither is left to the schema. */
function typed(values: FormValues, { numbers = [], booleans = [] }: FormRules): FormValues {
  // Forms of browsers send every field, also those that were left empty.
  for (const name of Object.keys(values)) if (values[name] === '' && name !== KEPT_EMPTY) delete values[name];
  for (const name of numbers) {
    const text = values[name];
    if (typeof text === 'string' && NUMBER.test(text)) values[name] = Number(text);
  }
  for (const name of booleans) {
    const text = values[name];
    if (typeof text === 'string' && BOOLEAN.test(text)) values[name] = text.toLowerCase() === 'true';
  }
  return values;
}

/** An empty prompt is a mistake that the caller should read about; every other empty field means its default. */
const KEPT_EMPTY = 'prompt';
const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const BOOLEAN = /^(true|false)$/i;

function fileTooLarge(field: string): ApiError {
  const { message, options } = invalidField([field], `The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB`);
  return new ApiError('PAYLOAD_TOO_LARGE', message, options);
}

function emptyFile(field: string): ApiError {
  const { message, options } = invalidField([field], 'The file is empty');
  return new ApiError('INVALID_FILE_SIZE', message, options);
}
