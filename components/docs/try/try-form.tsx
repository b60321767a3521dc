'use client';

import { useState, type FormEvent } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import { Field, Input, Textarea } from '@/components/ui/field';
import { singleClick } from '@/components/ui/form/single-click';
import type { RequestSample } from '@/lib/openapi/contract';
import { readBody, targetOf, type TriedEndpoint } from './target';
import { TryAnswer } from './try-answer';
import { useTry } from './use-try';

/** Sends a request of the reference with the visitor's session, and shows the response. */
export default function TryForm({
  tried,
  endpoint,
  onClose,
}: {
  tried: NonNullable<RequestSample['tried']>;
  endpoint: TriedEndpoint;
  onClose: () => void;
}) {
  if (!endpoint.signedIn) return <SignInFirst slug={endpoint.slug} onClose={onClose} />;
  return <Form tried={tried} endpoint={endpoint} onClose={onClose} />;
}

function SignInFirst({ slug, onClose }: { slug: string; onClose: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-panel border border-line bg-surface p-4">
      <p className="min-w-0 flex-1 basis-56">You are signed out. Sign in to send it; you will return to this page.</p>
      <ButtonLink href={`/sign-in?next=${encodeURIComponent(`/docs/${slug}`)}`} kind="primary" size="small">
        Sign in
      </ButtonLink>
      <Button size="small" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

function Form({ tried, endpoint, onClose }: Parameters<typeof TryForm>[0]) {
  const { method, path, paid } = endpoint;
  const [values, setValues] = useState(() => tried.parameters.map(({ value }) => value));
  const [body, setBody] = useState(tried.body ?? '');
  const [asked, setAsked] = useState(false);
  const { state, send, stop } = useTry();
  const read = readBody(tried.body === null ? null : body);
  const missing = tried.parameters.findIndex(({ required }, index) => required && values[index] === '');
  // Paid requests show a note instead; other requests that change something ask for confirmation.
  const asks = method !== 'GET' && !paid;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (read.fault !== null || missing !== -1) return;
    if (asks && !asked) return setAsked(true);
    setAsked(false);
    void send({ method, path: targetOf(path, tried.parameters, values), body: read.body });
  };
  return (
    <form
      aria-label="Try it"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        // A held-down Enter, in a field or on a button, would confirm the question that it just raised.
        const writes = event.target instanceof HTMLTextAreaElement;
        if (event.key === 'Enter' && event.repeat && !writes) event.preventDefault();
      }}
      className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4"
    >
      {tried.parameters.map((parameter, index) => (
        <Field
          key={parameter.name}
          label={parameter.name}
          aside={parameter.required ? 'required' : parameter.in}
          error={index === missing ? 'Required' : null}
        >
          <Input
            value={values[index] ?? ''}
            spellCheck={false}
            className="font-mono"
            onChange={(event) => setValues(values.with(index, event.target.value))}
          />
        </Field>
      ))}
      {tried.body === null ? null : (
        <Field label="Body" aside="JSON" error={read.fault}>
          <Textarea
            value={body}
            rows={8}
            spellCheck={false}
            className="max-h-96 font-mono text-sm"
            onChange={(event) => setBody(event.target.value)}
          />
        </Field>
      )}
      {paid ? <p className="text-sm text-muted">This request uses your credit.</p> : null}
      <div className="flex flex-wrap items-center gap-2">
        {asked ? <p className="basis-full text-sm">This changes your account. Send it?</p> : null}
        <Button type="submit" kind="primary" size="small" busy={state.busy} onClick={singleClick()}>
          {asked ? 'Send it' : 'Send'}
        </Button>
        {state.busy ? (
          <Button key="stop" size="small" onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button key="close" size="small" onClick={singleClick(asked ? () => setAsked(false) : onClose)}>
            {asked ? 'Cancel' : 'Close'}
          </Button>
        )}
      </div>
      <TryAnswer state={state} />
    </form>
  );
}
