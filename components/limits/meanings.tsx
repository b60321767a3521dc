import type { ReactNode } from 'react';

/** Explains the terms of this page, and what a refused program should do. */
export function Meanings() {
  return (
    <dl className="flex max-w-prose flex-col gap-3">
      <Meaning term="Requests per minute (RPM)">
        Each request counts once, for its model. Every model has its own limit, shared by all keys of the account and
        the browser. Requests without a model count together, and so do requests that fail before their model is known.
      </Meaning>
      <Meaning term="Tokens per minute (TPM)">
        Input and output tokens. An estimate is reserved when a request starts and replaced by the actual number when it
        ends.
      </Meaning>
      <Meaning term="The minute">Limits reset at the start of each clock minute. Nothing is carried over.</Meaning>
      <Meaning term="429 with Retry-After">
        A refused request returns 429, is not counted, and costs nothing. The header <Code>Retry-After</Code> says how
        many seconds to wait; <Code>x-ratelimit-remaining-requests</Code> and <Code>x-ratelimit-reset-requests</Code>{' '}
        come with every response to an API key.
      </Meaning>
      <Meaning term="Failed requests">
        Responses with status 400 to 499, except 429, the 402 without a credential, and a 409 with{' '}
        <Code>Retry-After</Code>. Each key is counted separately, so one faulty program does not block the others.
      </Meaning>
    </dl>
  );
}

function Meaning({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{term}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-sm whitespace-nowrap text-ink">{children}</code>;
}
