'use client';

import { EmptyState } from '@/components/ui/show/empty-state';
import { Bar } from '@/components/ui/show/bar';
import { CopyButton } from '@/components/ui/copy-button';
import { useEngineState } from '../use-models';

/** No model is served: shows the server's reason and what would help. Refreshes automatically. */
export default function NoModel() {
  const engine = useEngineState(true);
  const weights = engine.data?.weights ?? [];
  return (
    <EmptyState
      title="No model is available yet"
      sentence={
        engine.data?.message ??
        'Its weights are missing or still downloading. This page checks again every few seconds; the operator can find the reason in the server log.'
      }
    >
      {weights.length === 0 ? null : (
        <ul className="flex flex-col gap-4" data-testid="missing-weights">
          {weights.map(({ model, file, sha256, folder, progress }) => (
            <li key={file}>
              <p className="font-medium">{model}</p>
              {typeof progress === 'number' ? (
                <Bar
                  value={progress}
                  of={1}
                  label={`Downloading ${model}`}
                  text={`${Math.floor(progress * 100)}% downloaded`}
                />
              ) : null}
              <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 font-mono text-xs">
                <dt className="text-muted">File</dt>
                <dd className="wrap-anywhere">{file}</dd>
                <dt className="text-muted">sha256</dt>
                <dd className="flex items-center gap-1 wrap-anywhere">
                  {sha256}
                  <CopyButton text={sha256} label="Copy sha256" className="-my-2" />
                </dd>
                <dt className="text-muted">Folder</dt>
                <dd className="wrap-anywhere">{folder}</dd>
              </dl>
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  );
}
