'use client';

import { endSession, goTo } from '@/components/account/enter';
import { showToast } from '@/components/ui/toast/toast';
import { failureSentence } from '../failure-notice';

/** Ends the session and leaves the console; reports if the session could not be ended. */
export function signOut(): void {
  endSession().then(
    () => goTo('/'),
    (failure: unknown) => showToast('error', `You are still signed in. ${failureSentence(failure)}`),
  );
}
