import type { Key } from '@/lib/keys/contract';

/** Which models a key may call, in words (docs/api-rules.md, "Key object"). */
export const PRIVACIES = [
  { value: 'ALL', label: 'All models', help: 'Everything this installation serves.' },
  {
    value: 'PRIVATE_TEXT',
    label: 'Private text models',
    help: 'Text and embedding models must be private; other types can be any.',
  },
  { value: 'PRIVATE_ONLY', label: 'Private models only', help: 'Every model must be private.' },
] as const satisfies { value: Key['modelPrivacy']; label: string; help: string }[];
