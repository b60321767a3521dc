'use client';

import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input, Textarea } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import type { ToolDefinition } from '@/lib/client/chat/types';
import { wrongInTool } from '@/lib/client/chat/request/wire-settings';
import { JsonEditor } from './json-editor';
import { Section } from './section';

const PARAMETERS = JSON.stringify(
  { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  null,
  2,
);

/** Offered for an empty tool, so that the first try needs no typing. */
const EXAMPLE: ToolDefinition = {
  name: 'get_weather',
  description: 'Current weather in a city.',
  parameters: PARAMETERS,
};
/** A new tool: nothing is sent before the user has named it. */
const EMPTY: ToolDefinition = { name: '', description: '', parameters: '' };

/** The functions that the model may call; the user enters their results. */
export function ToolsSection({
  tools = [],
  warning,
  onChange,
}: {
  tools: ToolDefinition[] | undefined;
  warning: string | null;
  onChange: (tools: ToolDefinition[] | undefined) => void;
}) {
  const put = (next: ToolDefinition[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <Section
      title="Tools"
      help="Functions the model can call. Calls appear in the chat; you enter the result."
      warning={warning}
    >
      {tools.map((tool, at) => (
        <Tool
          // The name changes while it is typed, so the index is the key.
          key={at}
          label={`Tool ${at + 1}`}
          tool={tool}
          wrong={wrongInTool(tool, tools)}
          onChange={(next) => put(tools.map((other, index) => (index === at ? next : other)))}
          onRemove={() => put(tools.filter((_, index) => index !== at))}
        />
      ))}
      {warning && tools.length === 0 ? null : (
        <Button size="small" className="self-start" onClick={() => put([...tools, EMPTY])}>
          <Plus aria-hidden />
          Add tool
        </Button>
      )}
    </Section>
  );
}

function Tool({
  label,
  tool,
  wrong,
  onChange,
  onRemove,
}: {
  label: string;
  tool: ToolDefinition;
  wrong: ReturnType<typeof wrongInTool>;
  onChange: (tool: ToolDefinition) => void;
  onRemove: () => void;
}) {
  const isEmpty = tool.name + tool.description + tool.parameters === '';
  // A new tool is not called wrong before anything was typed.
  const [left, setLeft] = useState(!isEmpty);
  const errorOf = (field: 'name' | 'parameters') =>
    wrong?.field === field && (left || !isEmpty) ? `It ${wrong.error}.` : null;
  const bind = (field: keyof ToolDefinition) => ({
    value: tool[field],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...tool, [field]: target.value }),
  });
  return (
    <fieldset className="flex flex-col gap-3 border-l-2 border-line pl-4">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between">
        <span aria-hidden className="text-sm text-muted">
          {label}
        </span>
        <IconButton size="small" label={`Remove ${tool.name || label}`} icon={<X />} onClick={onRemove} />
      </div>
      <Field
        label="Name"
        error={errorOf('name')}
        help={isEmpty ? 'Nothing can be sent until it has a name.' : undefined}
      >
        <Input autoComplete="off" className="font-mono" onBlur={() => setLeft(true)} {...bind('name')} />
      </Field>
      {isEmpty ? (
        <Button size="small" kind="plain" className="-mt-1 self-start" onClick={() => onChange(EXAMPLE)}>
          Use example
        </Button>
      ) : null}
      <Field label="Description" help="When to call it, and what it returns.">
        <Textarea rows={2} {...bind('description')} />
      </Field>
      <Field label="Parameters, as JSON Schema" error={errorOf('parameters')} help="Leave empty for none.">
        <JsonEditor className="max-h-72" {...bind('parameters')} />
      </Field>
    </fieldset>
  );
}
