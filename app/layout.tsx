import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { TestMoneyProvider } from '@/components/frame/money-mark';
import { PAGE_METADATA } from '@/components/frame/page-metadata';
import { Providers } from '@/components/frame/providers';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Farebox', template: '%s · Farebox' },
  description: 'Language models behind one OpenAI-compatible API, prepaid and billed by the token.',
  icons: { icon: '/icon.svg' },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, viewportFit: 'cover' };

/** The root layout: language, service name, fonts, theme. Reading the nonce makes every page dynamic. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const pageHeaders = await headers();
  return (
    <html
      lang="en"
      data-service-id={pageHeaders.get(PAGE_METADATA.serviceId) ?? 'svc'}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      suppressHydrationWarning
    >
      <body>
        <Providers nonce={pageHeaders.get(PAGE_METADATA.nonce) ?? undefined}>
          <TestMoneyProvider isOn={pageHeaders.get(PAGE_METADATA.money) === 'test'}>{children}</TestMoneyProvider>
        </Providers>
      </body>
    </html>
  );
}
