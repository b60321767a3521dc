import { isApiFailure } from '@/lib/client/failure';
import { AuthPanel } from './auth-panel';
import { TextLink } from './text-link';

/**
 * What to show when the server rejects a one-time link; null if the failure is about something else. @param name the
 * field that carries the link's secret
 */
export function deadLinkSentence(failure: unknown, name: 'token' | 'invite'): string | null {
  if (!isApiFailure(failure)) return null;
  return failure.issues.find(({ path }) => path[0] === name)?.message ?? null;
}

/** Shown in place of a form that could never succeed. */
export function DeadLink({ sentence }: { sentence: string }) {
  return (
    <AuthPanel
      title="This link no longer works"
      sentence={<span role="alert">{sentence}</span>}
      footer={<TextLink href="/sign-in">Sign in</TextLink>}
    />
  );
}
