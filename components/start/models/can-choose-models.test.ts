import { expect, it } from 'vitest';
import type { ProvidersView, ProviderView } from '@/lib/connected/contract';
import { canChooseModels, isProviderReady } from './can-choose-models';

const LAB: ProviderView = {
  ...{ id: 'lab', source: 'console', preset: 'other', kind: 'openai-compatible', baseUrl: null, region: null },
  ...{ privateAddress: true, markup: '1', hasCredentials: false, enabled: true, problem: null, models: 0 },
  updatedAt: null,
};

it.each<[string, Partial<ProviderView>, boolean]>([
  ['one of the console', {}, true],
  ['one of the environment, whose list is empty', { source: 'environment' }, false],
  ['one of the service file', { source: 'service_file' }, false],
  ['one that is disabled', { enabled: false }, false],
  ['one with a problem', { problem: 'Its key is damaged.' }, false],
])('offers the models of %s: as it should', (_, change, expected) => {
  const provider = { ...LAB, ...change };
  const view = (possible: boolean, models: number): ProvidersView => ({
    ...{ editing: { possible, reason: null }, markup: '1', models: [], unreadable: [], defaultModel: null },
    providers: [{ ...provider, models }],
  });
  expect(canChooseModels(provider)).toBe(expected);
  expect(isProviderReady(view(true, 0))).toBe(expected);
  expect(isProviderReady(view(false, 0))).toBe(false);
  expect(isProviderReady(view(true, 1))).toBe(true);
});
