import type { ReplyMetadata } from '../../core/reply-metadata';

/** What is stored of an answer's metadata: the model's, and what was found out about the answer itself. */
type Stored = NonNullable<ReplyMetadata['model']> & {
  answer?: Pick<ReplyMetadata, 'safety' | 'enhancedPrompt' | 'notApplied'>;
};

/** The part of an answer's metadata that a repeat with the same `Idempotency-Key` gets again; null if there is none. */
export function storeMetadata({ model, safety, enhancedPrompt, notApplied }: ReplyMetadata): object | null {
  if (model === undefined) return null;
  const answer = { safety, enhancedPrompt, notApplied };
  return { ...model, ...(Object.values(answer).some((value) => value !== undefined) && { answer }) };
}

/** Puts the stored part into the metadata of a repeat. @param stored as returned by `storeMetadata` */
export function restoreMetadata(stored: unknown, metadata: ReplyMetadata): void {
  if (typeof stored !== 'object' || stored === null) return;
  const { answer, ...model } = stored as Stored;
  Object.assign(metadata, { model, ...answer });
}
