import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseServiceFile } from '../service-file';
import { SERVICE_FILE_DOCUMENT, WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from '../test-whole-file';
import { MODEL_TYPES } from '../values';
import { ENTRIES } from './entry/model';
import { ServiceFileLayout } from './layout';

/** Every member name in the layout, and every value of its enums. */
function namesOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, member]) => [name, ...namesOf(member)]);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return namesOf(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) return namesOf(schema.element);
  if (schema instanceof z.ZodRecord) return [...namesOf(schema.keyType), ...namesOf(schema.valueType)];
  if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap(namesOf);
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  return schema instanceof z.ZodLiteral ? [...schema.values].map(String) : [];
}

const named = new Set([...SERVICE_FILE_DOCUMENT.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word));

describe('the documentation of the service file', () => {
  it('contains a complete valid file with every type of model', () => {
    const outcome = parseServiceFile('whole.yaml', WHOLE_FILE, WHOLE_FILE_ENVIRONMENT);
    if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
    expect(new Set(outcome.file.models.map(({ type }) => type))).toEqual(new Set(MODEL_TYPES));
  });

  it.each(MODEL_TYPES)('shows every member of a model of type %s in that file', (type) => {
    const section = WHOLE_FILE.split('\n\n').filter((part) => part.includes(`type: ${type}`) || type === 'text');
    // Members of all models are shown once, for text models.
    const own = Object.keys(ENTRIES[type].layout.shape).filter((name) => type === 'text' || !sharedNames.has(name));
    expect(own.filter((name) => !new RegExp(`\\b${name}:`).test(section.join('\n')))).toEqual([]);
  });

  it('names every member and every enum value', () => {
    const names = [...new Set(namesOf(ServiceFileLayout))];
    expect(names.length).toBeGreaterThan(150);
    expect(names.filter((word) => !named.has(word))).toEqual([]);
  });
});

const sharedNames = new Set(Object.keys(ENTRIES.asr.layout.shape));
