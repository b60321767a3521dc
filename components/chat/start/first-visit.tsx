'use client';

import { useOrigin } from '@/components/frame/use-origin';
import { ButtonLink } from '@/components/ui/button';
import { CodeBlock } from '@/components/ui/show/code-block';
import { requestOf } from '@/lib/client/chat/conversation';
import { DEFAULT_SETTINGS } from '@/lib/client/chat/types';
import { curlOf } from './curl';
import { STARTERS } from './starters';

/** Before the first chat: four things to ask, and the same request for a terminal. */
export function FirstVisit({ modelId, onAsk }: { modelId: string | null; onAsk: (prompt: string) => void }) {
  const origin = useOrigin('');
  const body = requestOf([], modelId ?? 'default', DEFAULT_SETTINGS);
  const prompt = STARTERS[0]?.prompt ?? '';
  const curl = curlOf(origin, { ...body, messages: [{ role: 'user', content: prompt }], stream: true });
  return (
    <div className="flex flex-col gap-8" data-testid="first-visit">
      <div>
        <h2 className="text-xl font-semibold">What should the model do?</h2>
        <p className="mt-1 text-muted">Every answer shows its ticket: what went in, what came out, what it cost.</p>
      </div>
      <ul className="grid gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-2">
        {STARTERS.map((starter) => (
          <li key={starter.title} className="flex bg-surface">
            <button
              type="button"
              onClick={() => onAsk(starter.prompt)}
              className="flex-1 p-4 text-left -outline-offset-2 transition-[background-color] hover:bg-sunken"
            >
              <span className="block font-medium">{starter.title}</span>
              <span className="mt-1 block text-muted">{starter.prompt}</span>
            </button>
          </li>
        ))}
      </ul>
      <section aria-labelledby="same-request">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h3 id="same-request" className="text-sm font-medium">
            The first one, from a terminal
          </h3>
          <ButtonLink href="/keys" kind="plain" size="small" className="-mr-3">
            Create a key
          </ButtonLink>
        </div>
        <CodeBlock code={curl} label="curl request" className="overflow-hidden rounded-panel border border-line" />
      </section>
    </div>
  );
}
