'use client';

import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { useState, type ReactNode } from 'react';
import { Toaster } from '@/components/ui/overlay/toast';
import { isApiFailure } from '@/lib/client/failure';

/** How often a read that failed on the way (no answer, 5xx) is tried again. */
const RETRIES = 2;

/**
 * What every page stands in: theme, queries, tooltips, toasts.
 * @param nonce of the page's policy, for the one inline script that sets the theme before the first paint
 */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <ThemeProvider attribute="data-theme" defaultTheme="system" enableSystem nonce={nonce}>
      <CSPProvider nonce={nonce} disableStyleElements>
        <QueryClientProvider client={client}>
          <Tooltip.Provider>{children}</Tooltip.Provider>
          <Toaster />
        </QueryClientProvider>
      </CSPProvider>
    </ThemeProvider>
  );
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The server may be on this very machine, reachable without any network.
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, failure) =>
          count < RETRIES && isApiFailure(failure) && (failure.status === 0 || failure.status >= 500),
        retryDelay: (count) => 400 * 2 ** count,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
