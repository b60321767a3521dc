'use client';

import { Field, Input } from '@/components/ui/field';
import { Switch } from '@/components/ui/switch';
import type { AnswerSchema } from '@/lib/client/chat/types';
import { wrongInSchema } from '@/lib/client/chat/request/wire-settings';
import { JsonEditor } from './json-editor';
import { Section } from './section';

/** The initial schema: valid, so that it can be used and edited right away. */
const FIRST: AnswerSchema = {
  name: 'answer',
  text: JSON.stringify(
    {
      type: 'object',
      properties: { answer: { type: 'string' }, confidence: { type: 'number' } },
      required: ['answer', 'confidence'],
      additionalProperties: false,
    },
    null,
    2,
  ),
  strict: true,
};

/** Answers as JSON that follows a schema. */
export function SchemaSection({
  schema,
  warning,
  onChange,
}: {
  schema: AnswerSchema | undefined;
  warning: string | null;
  onChange: (schema: AnswerSchema | undefined) => void;
}) {
  const wrong = schema && wrongInSchema(schema);
  const errorOf = (field: 'name' | 'text') => (wrong?.field === field ? `It ${wrong.error}.` : null);
  return (
    <Section title="Structured output" help="Answers are JSON that matches a JSON Schema." warning={warning}>
      {schema || !warning ? (
        <Switch
          label="Structured output"
          checked={schema !== undefined}
          onChange={(on) => onChange(on ? FIRST : undefined)}
        />
      ) : null}
      {schema ? (
        <>
          <Field label="Schema name" error={errorOf('name')}>
            <Input
              autoComplete="off"
              value={schema.name}
              onChange={({ target }) => onChange({ ...schema, name: target.value })}
            />
          </Field>
          <Field label="JSON Schema" error={errorOf('text')}>
            <JsonEditor
              className="max-h-96"
              value={schema.text}
              onChange={({ target }) => onChange({ ...schema, text: target.value })}
            />
          </Field>
          <Switch
            label="Strict"
            help="The model must follow the schema exactly, if its provider supports that."
            checked={schema.strict}
            onChange={(strict) => onChange({ ...schema, strict })}
          />
        </>
      ) : null}
    </Section>
  );
}
