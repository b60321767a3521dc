import type { RecordedChange } from '@/lib/admin/contract';

/** What a recorded change did, as a sentence without its subject: `Changed markup and key`. */
export function changeText({ action, detail }: Pick<RecordedChange, 'action' | 'detail'>): string {
  switch (action) {
    case 'provider.add':
      return 'Provider connected';
    case 'provider.remove':
      return withCount('Provider removed', detail.removedModels);
    case 'provider.change':
      return providerText(detail);
    case 'model.add':
      return 'Model added';
    case 'model.remove':
      return 'Model removed';
    case 'model.change':
      return `Model changed${membersText(detail)}`;
    case 'account.role':
      return partOf(detail, 'to') === 'owner' ? 'Made an owner' : 'Made a member';
    default:
      return action;
  }
}

const NAMES: Record<string, string> = {
  baseUrl: 'address',
  region: 'region',
  markup: 'markup',
  credentials: 'key',
  id: 'ID',
  name: 'name',
  class: 'size class',
  privacy: 'privacy',
  price: 'price',
  contextTokens: 'context',
  maxCompletionTokens: 'max output',
  abilities: 'abilities',
  aliases: 'aliases',
  isDefault: 'default',
  upstreams: 'upstreams',
};

function providerText(detail: Record<string, unknown>): string {
  const { enabled, ...others } = detail;
  if (enabled !== undefined && Object.keys(others).length === 0) {
    return partOf(enabled, 'to') === true ? 'Provider enabled' : 'Provider disabled';
  }
  return `Provider changed${membersText(others)}`;
}

function membersText(detail: Record<string, unknown>): string {
  const names = Object.keys(detail).map((name) => NAMES[name] ?? name);
  return names.length === 0 ? '' : `: ${names.join(', ')}`;
}

function withCount(text: string, models: unknown): string {
  const count = Array.isArray(models) ? models.length : 0;
  if (count === 0) return text;
  return `${text}, with ${count === 1 ? 'one model' : `${count} models`}`;
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
