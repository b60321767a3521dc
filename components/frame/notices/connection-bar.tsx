'use client';

import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { isConnectionLost, suspectLoss, watchConnection } from '@/lib/client/connection';
import { NoticeBar } from './notice-bar';

/** Shown while the server is unreachable; refreshes the page's data when it is back. */
export function ConnectionBar() {
  const client = useQueryClient();
  const lost = useSyncExternalStore(watchConnection, isConnectionLost, () => false);
  const wasLost = useRef(false);
  const readAgain = useEffectEvent(() => void client.invalidateQueries());
  useEffect(() => {
    // The server may be on the same machine, so an offline browser is a reason to check, not proof.
    window.addEventListener('offline', suspectLoss);
    return () => window.removeEventListener('offline', suspectLoss);
  }, []);
  useEffect(() => {
    if (wasLost.current && !lost) readAgain();
    wasLost.current = lost;
  }, [lost]);
  return (
    <NoticeBar icon={WifiOff}>
      {lost ? (
        <p className="min-w-0 flex-1">
          {navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'}{' '}
          <span className="text-muted">Reconnecting… nothing is lost.</span>
        </p>
      ) : null}
    </NoticeBar>
  );
}
