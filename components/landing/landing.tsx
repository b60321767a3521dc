import Link from 'next/link';
import { Brand } from '@/components/frame/brand';
import { ThemeMenu } from '@/components/frame/theme-menu';
import { ButtonLink } from '@/components/ui/button';
import { EntryActions } from './entry-actions';
import { LiveSample } from './live-sample';
import { ModelPrices } from './model-prices';

/** The start page: what it is in one sentence, the first request, the models with their prices. */
export function Landing({ signedIn, origin, serviceId }: { signedIn: boolean; origin: string; serviceId: string }) {
  return (
    <div className="min-h-dvh">
      <header className="mx-auto flex h-topbar max-w-console items-center gap-1 px-4 md:px-6">
        <Link href="/" prefetch={false} aria-label="Farebox, start page" className="rounded-control">
          <Brand />
        </Link>
        <div className="flex-1" />
        <ThemeMenu />
        {signedIn ? null : (
          <ButtonLink href="/sign-in" kind="plain">
            Sign in
          </ButtonLink>
        )}
      </header>
      <main id="main" className="mx-auto max-w-console px-4 pb-16 md:px-6">
        <section className="grid grid-cols-1 items-start gap-x-12 gap-y-8 pt-8 pb-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:pt-16">
          <div className="flex flex-col gap-6 lg:pt-2">
            <h1 className="text-2xl font-semibold text-balance sm:text-3xl">
              Language models behind one address, paid by the exact token.
            </h1>
            <p className="max-w-measure text-lg text-muted">
              Every client that speaks to OpenAI works here: change the base address, keep the code. Credit is prepaid,
              nothing is spent beyond it, and each answer comes with the ticket of what it cost.
            </p>
            <EntryActions signedIn={signedIn} />
          </div>
          <LiveSample origin={origin} apiKey={`${serviceId.toUpperCase()}_INFERENCE_KEY_…`} />
        </section>
        <section aria-labelledby="models">
          <h2 id="models" className="mb-4 text-xl font-semibold">
            Models and prices
          </h2>
          <ModelPrices />
        </section>
      </main>
    </div>
  );
}
