'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Outcome, Section } from './section';
import { useExport } from './use-account';

/** Exports all stored data of the account as a file. */
export function DataSection() {
  const save = useExport();
  return (
    <Section
      title="Your data"
      sentence="One JSON file with all your stored data: profile, keys without their secrets, characters, documents, reviews, chat preferences with prompts, shared chats, every ledger entry, and every paid, failed, and refused request. Other chats are not included: they are stored only in your browser."
    >
      {save.error ? <FailureNotice failure={save.error} what="The file could not be saved." /> : null}
      <div className="flex flex-wrap items-center gap-4">
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? 'Preparing file' : 'Export data'}
        </Button>
        <Outcome>{save.isSuccess ? 'The file was saved to your downloads.' : null}</Outcome>
      </div>
    </Section>
  );
}
