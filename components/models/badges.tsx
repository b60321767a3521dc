import { Badge } from '@/components/ui/show/badge';
import { classNames } from '@/components/ui/class-names';
import type { WireModel } from '@/lib/models/contract';
import { abilitiesOf } from './details/abilities';

/** A model's status in single words: default, offline, deprecated, beta. */
export function StateBadges({ model }: { model: WireModel }) {
  const { traits, offline, deprecation, beta, betaModel } = model.model_spec;
  return (
    <>
      {traits.includes('default') ? <Badge>default</Badge> : null}
      {offline ? <Badge tone="warn">offline</Badge> : null}
      {deprecation ? <Badge tone="warn">deprecated</Badge> : null}
      {beta || betaModel ? <Badge>beta</Badge> : null}
    </>
  );
}

/** A model's abilities as small icons with their names. */
export function AbilityIcons({ model, className }: { model: WireModel; className?: string }) {
  const abilities = abilitiesOf(model);
  if (abilities.length === 0) return null;
  return (
    <ul aria-label="Abilities" className={classNames('flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted', className)}>
      {abilities.map(({ key, label, icon: Icon }) => (
        <li key={key} className="flex items-center gap-1 whitespace-nowrap">
          <Icon aria-hidden className="size-3.5" />
          {label}
        </li>
      ))}
    </ul>
  );
}
