'use client';

import { useQueryClient } from '@tanstack/react-query';
import { UserRoundX } from 'lucide-react';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ButtonLink } from '@/components/ui/button';
import type { AccountView } from '@/lib/accounts/contract';
import { apiFetch } from '@/lib/client/api';
import { isApiFailure } from '@/lib/client/failure';
import { announceSession, watchSession } from '@/lib/client/session';
import { NoticeBar } from './notice-bar';

/**
 * Shown when the session has ended, here or in another tab. Keeps the page's content: sign-in opens in a new tab, and
 * the page continues automatically afterward. If another account has signed in, the page is reloaded.
 */
export function SessionBar({ accountId }: { accountId: string }) {
  const [ended, setEnded] = useState(false);
  const client = useQueryClient();
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const checking = useRef(false);
  // An event from another tab is a reason to check who is signed in; the check's own 401 also arrives as an event and
  // is ignored.
  const ask = useEffectEvent(async () => {
    if (checking.current) return;
    checking.current = true;
    try {
      const { id } = await apiFetch<AccountView>('/api/console/account');
      if (id !== accountId) return window.location.reload();
      if (ended) void client.invalidateQueries();
      setEnded(false);
    } catch (failure) {
      if (isApiFailure(failure) && failure.code === 'SIGNED_OUT') setEnded(true);
    } finally {
      checking.current = false;
    }
  });
  useEffect(() => {
    const stop = watchSession(() => void ask());
    // However it began: with a password, another service, or a wallet. Other tabs may belong to another account.
    announceSession('begun');
    return stop;
  }, []);
  const next = encodeURIComponent(query === '' ? pathname : `${pathname}?${query}`);
  return (
    <NoticeBar icon={UserRoundX}>
      {ended ? (
        <>
          <p className="min-w-0 flex-1 basis-56">
            You were signed out. <span className="text-muted">Nothing on this page is lost; sign in to continue.</span>
          </p>
          <ButtonLink href={`/sign-in?next=${next}`} target="_blank" size="small">
            Sign in
            <span className="sr-only"> in a new tab</span>
          </ButtonLink>
        </>
      ) : null}
    </NoticeBar>
  );
}
