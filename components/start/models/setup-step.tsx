import { ArrowLeft } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';

/** A step of the setup, with a way back. */
export function SetupStep({
  title,
  sentence,
  back,
  onBack,
  children,
}: {
  title: string;
  sentence: ReactNode;
  /** What the button says that leaves it. */
  back: string;
  onBack: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex max-w-measure flex-col gap-4">
      <div>
        <Button kind="plain" size="small" className="mb-2 -ml-3" onClick={onBack}>
          <ArrowLeft aria-hidden />
          {back}
        </Button>
        <h2 id={id} className="text-base font-semibold wrap-anywhere">
          {title}
        </h2>
        <p className="mt-1 text-muted">{sentence}</p>
      </div>
      <div className="rounded-panel border border-line bg-surface p-4 md:p-6">{children}</div>
    </section>
  );
}
