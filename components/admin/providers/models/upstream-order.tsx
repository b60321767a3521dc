'use client';

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { MAX_UPSTREAMS } from '@/lib/connected/constants';
import type { ConnectedModelView } from '@/lib/connected/contract';

type Upstreams = ConnectedModelView['upstreams'];

/** The order in which providers answer: the first one does, the next ones when it fails. */
export function UpstreamOrder({
  value,
  onChange,
  providers,
}: {
  value: Upstreams;
  onChange: (upstreams: Upstreams) => void;
  providers: readonly string[];
}) {
  const [adding, setAdding] = useState(false);
  const move = (from: number, to: number) => {
    const next = [...value];
    const [moved] = next.splice(from, 1);
    if (moved) next.splice(to, 0, moved);
    onChange(next);
  };
  return (
    <>
      <ol className="rounded-panel border border-line">
        {value.map(({ provider, name }, index) => (
          <li
            key={`${provider} ${name}`}
            className="flex min-h-row items-center gap-1 border-t border-line py-1 pr-1 pl-3 first:border-t-0"
          >
            <span className="figure-text w-5 shrink-0 text-sm text-muted">{index + 1}</span>
            <span className="min-w-0 flex-1">
              <span className="block truncate">{provider}</span>
              <span className="block truncate font-mono text-xs text-muted" title={name}>
                {name}
              </span>
            </span>
            <IconButton
              label={`Move ${provider} up`}
              icon={<ArrowUp />}
              size="small"
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              label={`Move ${provider} down`}
              icon={<ArrowDown />}
              size="small"
              disabled={index === value.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <IconButton
              label={`Remove ${provider}`}
              icon={<X />}
              size="small"
              disabled={value.length === 1}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
      {adding ? (
        <NewUpstream
          providers={providers}
          known={value}
          onAdd={(upstream) => {
            onChange([...value, upstream]);
            setAdding(false);
          }}
          onCancel={() => setAdding(false)}
        />
      ) : value.length < MAX_UPSTREAMS ? (
        <Button size="small" className="self-start" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Add a fallback
        </Button>
      ) : null}
    </>
  );
}

function NewUpstream({
  providers,
  known,
  onAdd,
  onCancel,
}: {
  providers: readonly string[];
  known: Upstreams;
  onAdd: (upstream: Upstreams[number]) => void;
  onCancel: () => void;
}) {
  const unused = providers.find((id) => !known.some(({ provider }) => provider === id));
  const [provider, setProvider] = useState(unused ?? providers[0] ?? '');
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = () => {
    const typed = name.trim();
    const isKnown = known.some((upstream) => upstream.provider === provider && upstream.name === typed);
    if (typed === '') return setError('Enter its name there');
    if (isKnown) return setError('It is in the list already');
    onAdd({ provider, name: typed });
  };
  return (
    <div className="flex flex-col gap-3 rounded-panel border border-line p-3">
      <Field label="Provider">
        <Select value={provider} onChange={setProvider} options={providers.map((value) => ({ value, label: value }))} />
      </Field>
      <Field label="Its name of the model" error={error}>
        <Input
          value={name}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          onChange={(event) => {
            setName(event.target.value);
            setError(null);
          }}
        />
      </Field>
      <div className="flex justify-end gap-3">
        <Button kind="plain" size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" onClick={add}>
          Add fallback
        </Button>
      </div>
    </div>
  );
}
