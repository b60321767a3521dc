import { PRESETS } from '@/lib/connected/constants';
import type { ProviderView } from '@/lib/connected/contract';

const KINDS: Record<string, string> = {
  'openai-compatible': 'OpenAI-compatible',
  anthropic: 'Anthropic',
  google: 'Google',
  'amazon-bedrock': 'Amazon Bedrock',
  xai: 'xAI',
  automatic1111: 'AUTOMATIC1111',
  comfyui: 'ComfyUI',
};

/** What a provider is: its preset, else its format. */
export function kindText({ preset, kind }: Pick<ProviderView, 'preset' | 'kind'>): string {
  return preset === null || preset === 'other' ? (KINDS[kind] ?? kind) : PRESETS[preset].label;
}

/** Where a provider is called: its address or region, else its vendor's own address. */
export function addressText({ preset, baseUrl, region }: Pick<ProviderView, 'preset' | 'baseUrl' | 'region'>): string {
  const usual = preset === null ? '' : PRESETS[preset].baseUrl;
  return baseUrl ?? region ?? (usual || 'Default address');
}
