import { formatMoney } from '@/components/ui/show/money-text';
import { generationCost } from '@/lib/client/images/settings/image-cost';
import type { DrawModel } from '@/lib/client/images/studio-models';
import type { ImageSettings } from '@/lib/client/images/types';

/** What the button does, and what it costs. */
export function GenerateLabel({ settings, model }: { settings: ImageSettings; model: DrawModel | null }) {
  const cost = generationCost(settings, model);
  return (
    <>
      Generate
      {cost === null ? null : (
        <span className="figure-text text-sm font-normal">· {formatMoney(cost, 'USD', { exact: true })}</span>
      )}
    </>
  );
}
