'use client';

import { useState } from 'react';
import { TextLink } from '@/components/account/text-link';
import { useTestMoney } from '@/components/frame/money-mark';
import { useOrigin } from '@/components/frame/use-origin';
import { CopyButton } from '@/components/ui/copy-button';
import { CodeBlock } from '@/components/ui/show/code-block';
import { Tabs } from '@/components/ui/tabs';
import { type CodeSample, codeSamples } from './code-samples';

/** How programs pay with wallets of their own. @param origin the configured one */
export function CodeSection({ origin }: { origin: string }) {
  const samples = codeSamples(useOrigin(origin));
  const [chosen, setChosen] = useState<CodeSample['value']>('curl');
  const isTest = useTestMoney();
  const current = samples.find(({ value }) => value === chosen);
  return (
    <section aria-labelledby="code-title" className="flex flex-col gap-3">
      <div>
        <h2 id="code-title" className="text-base font-semibold">
          Use it from code
        </h2>
        <p className="mt-1 max-w-prose text-muted">
          A program with a wallet of its own can pay by the x402 protocol, without an account or an API key. Its credit
          belongs to that wallet, not to your account. Set the wallet’s private key as{' '}
          <code className="font-mono text-sm whitespace-nowrap text-ink">WALLET_KEY</code>. The{' '}
          <TextLink href="/docs/wallets">guide for wallets</TextLink> shows the rest, up to a paid answer.
          {isTest ? ' For test money, use the private key on Base that “npm run dev:chains” has printed.' : null}
        </p>
      </div>
      <Tabs<CodeSample['value']>
        label="Language of the sample"
        value={chosen}
        onChange={setChosen}
        aside={<CopyButton text={current?.code ?? ''} label="Copy sample" />}
        className="max-w-guide overflow-hidden rounded-panel border border-line bg-sunken"
        items={samples.map(({ value, label, install, code }) => ({
          value,
          label,
          panel: (
            <>
              {install === null ? null : (
                <CodeBlock code={install} label={`${label} installation`} className="border-b border-line" />
              )}
              <CodeBlock code={code} label={`${label} sample`} copy={false} />
            </>
          ),
        }))}
      />
    </section>
  );
}
