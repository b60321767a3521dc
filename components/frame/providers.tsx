'use client';

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { useState, type ReactNode } from 'react';
import { useOverlayPreload } from '@/components/ui/overlay/use-overlay-preload';
import { TipLayer } from '@/components/ui/tip/tip-layer';
import { ToastLayer } from '@/components/ui/toast/toast';
import { isApiFailure } from '@/lib/client/failure';

/** How often a failed read (no response, or 5xx) is retried. */
const RETRIES = 2;

/**
 * The providers of every page: theme, queries, tooltips, toasts.
 * @param nonce the page's CSP nonce, for the inline script that sets the theme before the first paint
 */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [client] = useState(createQueryClient);
  useOverlayPreload();
  return (
    <ThemeProvider attribute="data-theme" defaultTheme="system" enableSystem nonce={nonce}>
      <CSPProvider nonce={nonce} disableStyleElements>
        <QueryClientProvider client={client}>
          {children}
          <TipLayer />
          <ToastLayer />
        </QueryClientProvider>
      </CSPProvider>
    </ThemeProvider>
  );
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The server may be on the same machine, reachable without a network.
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
