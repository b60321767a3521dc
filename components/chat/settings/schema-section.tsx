'use client';

import { Field, Input, Textarea } from '@/components/ui/field';
import { Switch } from '@/components/ui/switch';
import type { AnswerSchema } from '@/lib/client/chat/types';
import { wrongInSchema } from '@/lib/client/chat/request/wire-settings';
import { Section } from './section';

/** What a reader who turns it on can send at once, and change. */
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

/** Answers as JSON of a given form. */
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
    <Section title="Structured answers" help="Answers are JSON that fits a JSON Schema." warning={warning}>
      {schema || !warning ? (
        <Switch
          label="Answer by a schema"
          checked={schema !== undefined}
          onChange={(on) => onChange(on ? FIRST : undefined)}
        />
      ) : null}
      {schema ? (
        <>
          <Field label="Name of the schema" error={errorOf('name')}>
            <Input
              autoComplete="off"
              value={schema.name}
              onChange={({ target }) => onChange({ ...schema, name: target.value })}
            />
          </Field>
          <Field label="JSON Schema" error={errorOf('text')}>
            <Textarea
              rows={8}
              spellCheck={false}
              className="max-h-96 font-mono text-sm"
              value={schema.text}
              onChange={({ target }) => onChange({ ...schema, text: target.value })}
            />
          </Field>
          <Switch
            label="Strict"
            help="The model is held to the schema, where its vendor can."
            checked={schema.strict}
            onChange={(strict) => onChange({ ...schema, strict })}
          />
        </>
      ) : null}
    </Section>
  );
}
