'use client';

import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { classNames } from '@/components/ui/class-names';
import type { ProviderTest } from '@/lib/connected/contract';

const count = new Intl.NumberFormat('en-US');

/** What a test call found, in words; it comes into view by itself. @param failure why it could not be made at all */
export function TestResult({ test, failure }: { test: ProviderTest | undefined; failure: unknown }) {
  const endRef = useRef<HTMLSpanElement>(null);
  const hasResult = test !== undefined || Boolean(failure);
  useEffect(() => {
    if (hasResult) endRef.current?.scrollIntoView({ block: 'nearest' });
  }, [hasResult, test]);
  if (!hasResult) return null;
  return (
    <div>
      {failure ? <FailureNotice failure={failure} what="The test could not be made." /> : null}
      {test && !failure ? <Found test={test} /> : null}
      <span ref={endRef} className="block scroll-mb-6" />
    </div>
  );
}

function Found({ test }: { test: ProviderTest }) {
  const { ok, privateAddress } = test;
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <div
      role="status"
      className={classNames(
        'flex items-start gap-3 rounded-panel border p-4',
        ok ? 'border-go/40 bg-go/5' : 'border-stop/40 bg-stop/5',
      )}
    >
      <Icon aria-hidden className={classNames('mt-0.5 shrink-0', ok ? 'text-go' : 'text-stop')} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{ok ? 'It works' : 'It does not work yet'}</p>
        <p className="text-muted">{listText(test)}</p>
        <CallText call={test.call} />
        {privateAddress ? (
          <p className="mt-1 text-sm text-muted">
            The address is on this machine or in a private network. Only owners can connect such a server.
          </p>
        ) : null}
      </div>
    </div>
  );
}

function listText({ listed, listProblem }: ProviderTest): string {
  if (listed === null) return `Its models could not be listed. ${listProblem ?? ''}`;
  return listed === 1 ? 'It lists one model.' : `It lists ${count.format(listed)} models.`;
}

function CallText({ call }: { call: ProviderTest['call'] }) {
  if (call === null) return null;
  const name = <span className="font-mono text-sm">{call.model}</span>;
  if (!call.ok) {
    return (
      <p className="text-muted">
        {name} did not answer. {call.problem}
      </p>
    );
  }
  const seconds = call.firstTokenMs === null ? '' : ` after ${(call.firstTokenMs / 1000).toFixed(1)} s`;
  return (
    <p className="text-muted">
      {name} answered{seconds}
      {call.text === '' ? '.' : `: “${call.text}”`}
    </p>
  );
}
