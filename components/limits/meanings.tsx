import type { ReactNode } from 'react';

/** What the words of this page mean, and what a refused program should do. */
export function Meanings() {
  return (
    <dl className="flex max-w-prose flex-col gap-3">
      <Meaning term="Requests per minute (RPM)">
        Each request counts one for its model. Every model has a count of its own; all keys of the account and the
        browser share it.
      </Meaning>
      <Meaning term="Tokens per minute (TPM)">
        What goes in and what comes out. An estimate is set aside when a request begins and replaced by the true number
        when it ends.
      </Meaning>
      <Meaning term="The minute">
        Begins with the minute of the clock. At its end everything is whole again; nothing is carried over.
      </Meaning>
      <Meaning term="429 with Retry-After">
        A refused request answers 429, counts for nothing and costs nothing. The header <Code>Retry-After</Code> says
        how many seconds to wait; <Code>x-ratelimit-remaining-requests</Code> and{' '}
        <Code>x-ratelimit-reset-requests</Code> come with every answer of a model.
      </Meaning>
      <Meaning term="Failed requests">
        Answers of 400 to 499 but 429. Each key is counted on its own, so one program with a fault stops no other.
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
