'use client';

import type { ChatSettings } from '@/lib/client/chat/types';
import { useFinishSignal } from './use-finish-signal';
import { useLinkedSettings } from './use-linked-settings';

/** Effects of the chat page that can wait until the page is there. Renders nothing. */
export default function LaterEffects({
  answering,
  isNew,
  onLinked,
}: {
  answering: boolean;
  /** A new chat is open, which can take the settings of a link. */
  isNew: boolean;
  onLinked: (settings: ChatSettings) => void;
}) {
  useLinkedSettings(isNew, onLinked);
  useFinishSignal(answering);
  return null;
}
