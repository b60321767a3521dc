'use client';

import { useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { useLatch } from '@/components/ui/form/use-latch';
import { Dialog } from '@/components/ui/overlay/dialog';
import { formatMoney } from '@/components/ui/show/money-text';
import SignWithWallet from '@/components/wallet/sign/sign-with-wallet';
import { useFocusIfLost } from '@/components/wallet/use-focus-if-lost';
import { isApiFailure } from '@/lib/client/failure';
import type { Network } from '@/lib/core/wallet';
import { LINK_MESSAGE_PATH, useLinkWallet } from '@/components/wallet/use-linked-wallets';
import type { MergeContents } from '@/lib/profile/contract';

/** What the merge of the wallet's own account would move, and the signed message to consent with. */
type Question = { signIn: string } & MergeContents;

/** Connects a wallet, has it sign, and asks before its own account is merged. Mounted while open. */
export default function LinkDialog({
  accountId,
  networks,
  onLinked,
  onClose,
}: {
  accountId: string;
  networks: readonly [Network, ...Network[]];
  onLinked: (movedUsd: number) => void;
  onClose: () => void;
}) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [hasExpired, setExpired] = useState(false);
  const questionRef = useFocusIfLost<HTMLParagraphElement>(question ? 'question' : 'signing');
  const link = useLinkWallet();
  const begin = useLatch(link.isPending);
  const merge = () => {
    if (question === null || !begin()) return;
    const onSuccess = (outcome: Awaited<ReturnType<typeof link.mutateAsync>>) => {
      if (outcome.linked) onLinked(outcome.movedUsd);
    };
    const onError = (thrown: unknown) => {
      // The message is valid for five minutes: it has to be signed again.
      if (!isApiFailure(thrown) || thrown.issues.every(({ path }) => path[0] !== 'signIn')) return;
      setQuestion(null);
      setExpired(true);
    };
    link.mutate({ signIn: question.signIn, merge: true }, { onSuccess, onError });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={question ? 'Merge the wallet’s account?' : 'Link a wallet'}
      description={
        question
          ? undefined
          : 'Your wallet signs a message to prove that it is yours. That costs nothing and moves no money.'
      }
      footer={
        question ? (
          <>
            <Button kind="plain" onClick={onClose}>
              Cancel
            </Button>
            <Button kind="primary" busy={link.isPending} onClick={merge}>
              {link.isPending ? 'Linking' : 'Merge and link'}
            </Button>
          </>
        ) : undefined
      }
    >
      <p role="status" className={hasExpired ? 'mb-4 text-muted' : 'sr-only'}>
        {hasExpired ? 'The signature has expired. Sign once more.' : ''}
      </p>
      {question ? (
        <div className="flex flex-col gap-4">
          {link.error ? <FailureNotice failure={link.error} /> : null}
          <p ref={questionRef} tabIndex={-1} className="outline-none">
            This wallet has an account of its own, with {contentsOf(question)}. Linking moves that to your account and
            closes the wallet’s account, so its list of requests is no longer shown.{lossOf(question)}
            {sharedLossOf(question)} This cannot be undone: if you unlink the wallet later, the credit stays here.
          </p>
        </div>
      ) : (
        <SignWithWallet
          accountId={accountId}
          networks={networks}
          messagePath={LINK_MESSAGE_PATH}
          purpose="Linking"
          useLabel="Sign and link"
          onSigned={async (signIn) => {
            setExpired(false);
            const outcome = await link.mutateAsync({ signIn });
            if (outcome.linked) onLinked(outcome.movedUsd);
            else setQuestion({ signIn, ...outcome });
          }}
        />
      )}
    </Dialog>
  );
}

/** What is in the wallet's account, as a list. */
function contentsOf({ creditUsd, keys, characters, documents, sharedChats }: MergeContents): string {
  const parts = [
    ...(creditUsd > 0 ? [`${formatMoney(creditUsd)} of credit`] : []),
    ...(keys > 0 ? [keys === 1 ? 'one API key' : `${keys} API keys`] : []),
    ...(characters > 0 ? [characters === 1 ? 'one character' : `${characters} characters`] : []),
    ...(documents > 0 ? [documents === 1 ? 'one document' : `${documents} documents`] : []),
    ...(sharedChats > 0 ? [sharedChats === 1 ? 'one shared chat' : `${sharedChats} shared chats`] : []),
  ];
  return new Intl.ListFormat('en').format(parts);
}

/** Which documents do not move; nothing if all do. */
function lossOf({ documents, documentsOfBoth: both }: MergeContents): string {
  if (both === 0) return '';
  if (documents === 1)
    return ' Your account already has a document of that name or address, so the wallet’s is deleted.';
  const which =
    both === documents
      ? 'all of these documents'
      : both === 1
        ? 'one of these documents'
        : `${both} of these documents`;
  return ` Your account already has ${which} under the same name or address, so the wallet’s ${both === 1 ? 'is' : 'are'} deleted.`;
}

/** Which shared chats do not move; nothing if all do. */
function sharedLossOf({ sharedChatsOfBoth: both }: MergeContents): string {
  if (both === 0) return '';
  return both === 1
    ? ' Your account already shares one of these chats, so the link of the wallet’s copy is removed.'
    : ` Your account already shares ${both} of these chats, so the links of the wallet’s copies are removed.`;
}
