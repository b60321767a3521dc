'use client';

import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/show/empty-state';
import { CopyButton } from '@/components/ui/copy-button';
import { useEngineState } from '@/components/models/use-engine';
import { LocalModelLines } from './local-model-note';

/** No model is served: shows the server's reason and what would help. Refreshes automatically. */
export default function NoModel() {
  const engine = useEngineState();
  const weights = engine.data?.weights ?? [];
  return (
    <EmptyState
      title="No model is available yet"
      sentence={
        engine.data?.message ??
        'Its weights are missing or still downloading. The server log shows the reason; this page checks again every few seconds.'
      }
      action={
        engine.data?.canConnect ? (
          <ButtonLink href="/start?step=connect" kind="primary">
            Connect a provider
          </ButtonLink>
        ) : null
      }
    >
      {weights.length === 0 ? null : (
        <ul className="flex flex-col gap-4" data-testid="missing-weights">
          {weights.map(({ model, file, sha256, folder }) => (
            <li key={file}>
              <p className="font-medium">{model}</p>
              <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 font-mono text-xs">
                <dt className="text-muted">File</dt>
                <dd className="wrap-anywhere">{file}</dd>
                <dt className="text-muted">SHA-256</dt>
                <dd className="flex items-center gap-1 wrap-anywhere">
                  {sha256}
                  <CopyButton text={sha256} label="Copy SHA-256" className="-my-2" />
                </dd>
                <dt className="text-muted">Folder</dt>
                <dd className="wrap-anywhere">{folder}</dd>
              </dl>
            </li>
          ))}
        </ul>
      )}
      <LocalModelLines models={engine.data?.models ?? []} />
    </EmptyState>
  );
}
