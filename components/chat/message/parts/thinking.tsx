import type { ChatMessage } from '@/lib/client/chat/types';

/** The model's thoughts before its answer, collapsed, with how long they took; the seconds count up while it thinks. */
export function Thinking({ message: { reasoning, thought }, live }: { message: ChatMessage; live: boolean }) {
  return (
    <details data-testid="thinking" className="mb-3 max-w-prose border-l-2 border-line pl-4 text-muted">
      <summary className="min-h-8 cursor-pointer py-1.5 text-sm pointer-coarse:min-h-touch">
        {live ? 'Thinking' : 'Thought'}
        <span className="tabular-nums">{thought ? timeOf(thought) : ''}</span>
      </summary>
      <p className="pb-2 wrap-anywhere whitespace-pre-wrap">{reasoning}</p>
    </details>
  );
}

/** Tenths of a second; 0.0 would suggest that there were no thoughts. */
function timeOf({ fromMs, toMs }: NonNullable<ChatMessage['thought']>): string {
  const seconds = (toMs - fromMs) / 1000;
  return seconds < 0.1 ? ' for a moment' : ` for ${seconds.toFixed(1)} s`;
}
