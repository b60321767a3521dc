'use client';

import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { useLatch } from '@/components/ui/form/use-latch';
import { Section } from '../accounts/section';

/** Removes something after a question. */
export function RemoveSection({
  title,
  sentence,
  verbs,
  busy,
  failure,
  onConfirm,
}: {
  title: string;
  sentence: string;
  verbs: { ask: string; keep: string; confirm: string; busy: string };
  busy: boolean;
  failure: unknown;
  onConfirm: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const begin = useLatch(busy);
  return (
    <Section title={title} sentence={asking ? undefined : sentence}>
      {failure ? <FailureNotice failure={failure} what="Nothing was removed." /> : null}
      {asking ? (
        <div
          role="group"
          aria-label={`${title}?`}
          className="flex flex-col gap-3 rounded-panel border border-stop/40 bg-stop/5 p-4"
        >
          <p>{sentence}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button kind="plain" autoFocus onClick={() => setAsking(false)}>
              {verbs.keep}
            </Button>
            <Button
              kind="danger"
              busy={busy}
              onClick={() => {
                if (begin()) onConfirm();
              }}
            >
              {busy ? verbs.busy : verbs.confirm}
            </Button>
          </div>
        </div>
      ) : (
        <Button size="small" className="self-start" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden />
          {verbs.ask}
        </Button>
      )}
    </Section>
  );
}
