'use client';

import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { ChatSettings } from '@/lib/client/chat/types';
import { Section } from './section';

type Thinking = NonNullable<ChatSettings['thinking']> | 'own';

const OPTIONS = [
  { value: 'own', label: 'Model default' },
  { value: 'hidden', label: 'Hidden', note: 'The model thinks and you pay for it, but the thoughts are left out.' },
  { value: 'off', label: 'Off', note: 'The model does not think, if it allows that.' },
] as const;

/** Whether the model thinks before it answers, and whether its thoughts are shown. */
export function ThinkingSection({
  thinking = 'own',
  onChange,
}: {
  thinking: Thinking | undefined;
  onChange: (thinking: ChatSettings['thinking']) => void;
}) {
  return (
    <Section title="Thinking" help="This model thinks before it answers. Its thoughts are folded above the answer.">
      <Field label="Thoughts">
        <Select<Thinking>
          value={thinking}
          options={OPTIONS}
          onChange={(next) => onChange(next === 'own' ? undefined : next)}
        />
      </Field>
    </Section>
  );
}
