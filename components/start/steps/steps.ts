import type { FirstSteps } from '@/lib/profile/contract';

/** A step: what to do, where, and whether it is done. */
export type Step = {
  id: 'chat' | 'key' | 'request' | 'invite';
  title: string;
  sentence: string;
  done: boolean;
};

const TEXTS: Record<Step['id'], Pick<Step, 'title' | 'sentence'>> = {
  chat: {
    title: 'Ask a first question',
    sentence: 'Every answer comes with a receipt: tokens in, tokens out, and the cost.',
  },
  key: { title: 'Create an API key', sentence: 'Programs call the same models with it. Its secret is shown once.' },
  request: {
    title: 'Send a request with curl',
    sentence: 'From a terminal, with your key. This page notices when it has been answered.',
  },
  invite: {
    title: 'Invite someone',
    sentence: 'A link lets one person sign up. Everyone has an account, keys, and a balance of their own.',
  },
};

/** The steps of an account, in order. An account that cannot invite has three. */
export function stepsOf({ chat, key, request, invite }: FirstSteps): Step[] {
  const step = (id: Step['id'], done: boolean): Step => ({ id, ...TEXTS[id], done });
  return [
    step('chat', chat),
    step('key', key),
    step('request', request),
    ...(invite === null ? [] : [step('invite', invite)]),
  ];
}

/** How far they are, and the next one; null if all are done. */
export function progressOf(steps: readonly Step[]): { done: number; of: number; next: Step | null } {
  const done = steps.filter((step) => step.done).length;
  return { done, of: steps.length, next: steps.find((step) => !step.done) ?? null };
}

/** `1 of 4 done`. */
export function progressText({ done, of }: { done: number; of: number }): string {
  return `${done} of ${of} done`;
}
