'use client';

import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { failureSentence } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { saveFile } from '@/lib/client/save-file';
import { requestsPath, type RequestSearch } from '../use-usage';

/** Exports the table as a file: all rows that match its filters, including those not loaded yet. */
export function ExportButton({ search }: { search: RequestSearch }) {
  const saving = useMutation({ mutationFn: () => saveFile(requestsPath(search), 'text/csv') });
  return (
    <>
      {saving.isError ? (
        <span role="alert" className="text-sm text-stop">
          {failureSentence(saving.error)}
        </span>
      ) : null}
      <Button size="small" busy={saving.isPending} onClick={() => saving.mutate()}>
        <Download aria-hidden />
        Export CSV
      </Button>
    </>
  );
}
