'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import type { ImportReport as Report } from '@/lib/client/chat/file/import-chats';

/** The result of an import: how many chats were imported, and what was skipped and why. */
export default function ImportReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const { imported, leftOut, stopped, inMemory } = report;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={titleOf(report)}
      footer={
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div data-testid="import-report" className="flex flex-col gap-4 wrap-anywhere">
        {stopped === null ? null : <p role="alert">{stopped}</p>}
        {leftOut.length === 0 ? null : (
          <section>
            <h3 className="text-sm font-medium">Skipped</h3>
            <ul className="mt-2 flex max-h-64 flex-col gap-2 overflow-y-auto text-sm" tabIndex={0} aria-label="Skipped">
              {leftOut.map(({ which, why }, at) => (
                <li key={at}>
                  <span className="font-medium">{which}</span>
                  <span className="block text-muted">{why}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {imported.length === 0 ? (
          <p className="text-muted">Nothing in this browser has changed.</p>
        ) : (
          <p className="text-muted">
            {inMemory
              ? 'This browser does not store chats: they are kept until this tab closes.'
              : 'They are listed by the day they were last used. Your other chats are unchanged.'}{' '}
            Importing the same file again creates copies.
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** `12 chats imported, 1 skipped`. */
function titleOf({ imported, leftOut, stopped }: Report): string {
  if (imported.length === 0 && leftOut.length === 0 && stopped !== null) return 'The file was not imported';
  const chats = imported.length === 1 ? '1 chat' : `${imported.length} chats`;
  const rest = leftOut.length === 0 ? '' : `, ${leftOut.length} skipped`;
  return `${chats} imported${rest}`;
}
