import Link from 'next/link';
import { colorFirstRequest } from '@/components/docs/code/color-samples';
import { OpenFoot } from '@/components/frame/open/open-foot';
import { OpenHead } from '@/components/frame/open/open-head';
import { SkipLink } from '@/components/frame/skip-link';
import { EntryActions } from './entry-actions';
import { LiveSample } from './live-sample';
import { ModelPrices } from './model-prices';
import { Pictures } from './pictures';

/**
 * The start page: a one-sentence description, the first request, pictures of the product, and the models with their
 * prices.
 */
export async function Landing({
  signedIn,
  origin,
  serviceId,
}: {
  signedIn: boolean;
  origin: string;
  serviceId: string;
}) {
  const apiKey = `${serviceId.toUpperCase()}_INFERENCE_KEY_…`;
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <OpenHead signedIn={signedIn} />
      <main id="main" tabIndex={-1} className="mx-auto max-w-console px-4 pb-16 outline-none md:px-6">
        <section className="grid grid-cols-1 items-start gap-x-12 gap-y-8 pt-8 pb-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:pt-16">
          <div className="flex flex-col gap-6 lg:pt-2">
            <h1 className="text-2xl font-semibold text-balance sm:text-3xl">
              Language models behind one API, billed by the token.
            </h1>
            <p className="max-w-measure text-lg text-muted">
              Works with any OpenAI client: change the base URL, keep your code. Credit is prepaid, you never spend more
              than you have, and each answer comes with a receipt.
            </p>
            <EntryActions signedIn={signedIn} />
          </div>
          <LiveSample origin={origin} apiKey={apiKey} colored={await colorFirstRequest(origin, apiKey)} />
        </section>
        <Pictures />
        <section aria-labelledby="models">
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 id="models" className="text-xl font-semibold">
              Models and prices
            </h2>
            <Link href="/models" prefetch={false} className="text-muted underline underline-offset-4 hover:text-ink">
              Compare all models
            </Link>
          </div>
          <ModelPrices />
        </section>
      </main>
      <OpenFoot signedIn={signedIn} />
    </div>
  );
}
