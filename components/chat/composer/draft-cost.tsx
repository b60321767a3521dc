'use client';

import { useDeferredValue, useMemo } from 'react';
import { formatCount } from '@/components/ui/show/count-text';
import { formatMoney } from '@/components/ui/show/money-text';
import { priceOf } from '@/lib/client/chat/estimate/cost';
import { estimateDraft, tokensBefore, tokensOfDraft } from '@/lib/client/chat/estimate/draft';
import { withInstructions } from '@/lib/client/chat/preferences/with-instructions';
import type { Attachment, ChatMessage, ChatSettings } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { usePreferences } from '../preferences/use-preferences';

/** A chat that the draft goes to. */
export type DraftRecipient = { messages: readonly ChatMessage[]; settings: ChatSettings; modelId: string | null };

/** About how many tokens a draft is sent with, and what they cost: everything said so far is sent again. */
export default function DraftCost({
  text,
  attachments,
  recipients,
  models,
}: {
  text: string;
  attachments: readonly Attachment[];
  recipients: readonly DraftRecipient[];
  models: readonly TextWireModel[];
}) {
  const instructions = usePreferences().data?.preferences.instructions ?? '';
  const before = useMemo(
    () =>
      recipients.map(({ messages, settings }) =>
        tokensBefore({ messages, settings: withInstructions(settings, instructions) }),
      ),
    [recipients, instructions],
  );
  // A long draft is counted when the browser has time for it.
  const counted = useDeferredValue(text);
  const draft = useMemo(() => tokensOfDraft(counted, attachments), [counted, attachments]);
  const targets = recipients.map(({ modelId }) => ({ price: priceOf(models, modelId) }));
  const { tokens, usd } = estimateDraft(draft, targets, before);
  return (
    <span
      data-testid="draft-cost"
      title="An estimate of the input, with everything said so far. The answer costs extra."
      className="figure-text col-span-3 row-start-1 min-w-0 truncate justify-self-end px-1 text-xs text-muted @md/controls:col-span-1 @md/controls:col-start-2"
    >
      ≈ {formatCount(tokens)} tokens{usd === null ? '' : ` · ${formatMoney(usd)}`}
    </span>
  );
}
