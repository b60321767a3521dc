'use client';

import type { ChatMessage } from '@/lib/client/chat/types';
import { useElapsed } from '../use-elapsed';

const TENTH_MS = 100;

/** The model's thoughts before its answer, collapsed, with how long they took; the time runs while it thinks. */
export function Thinking({ message, live }: { message: ChatMessage; live: boolean }) {
  const { reasoning, thought, createdAt, earlier } = message;
  // The thoughts of a continued answer are measured from its last request, whose time is not known here.
  const isTimed = live && thought !== undefined && !earlier?.length;
  const elapsedMs = useElapsed(isTimed ? createdAt + thought.fromMs : null, TENTH_MS);
  const measuredMs = thought === undefined ? null : thought.toMs - thought.fromMs;
  return (
    <details data-testid="thinking" className="mb-3 max-w-prose border-l-2 border-line pl-4 text-muted">
      <summary className="min-h-8 cursor-pointer py-1.5 text-sm pointer-coarse:min-h-touch">
        {live ? 'Thinking' : 'Thought'}
        <span className="tabular-nums">
          {measuredMs === null ? '' : timeText(isTimed ? Math.max(elapsedMs, measuredMs) : measuredMs)}
        </span>
      </summary>
      <p className="pb-2 wrap-anywhere whitespace-pre-wrap">{reasoning}</p>
    </details>
  );
}

/** Tenths of a second; 0.0 would suggest that there were no thoughts. */
function timeText(milliseconds: number): string {
  return milliseconds < TENTH_MS ? ' for a moment' : ` for ${(milliseconds / 1000).toFixed(1)} s`;
}
