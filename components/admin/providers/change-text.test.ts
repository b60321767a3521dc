import { expect, it } from 'vitest';
import { changeText } from './change-text';

it.each([
  ['provider.add', { credentials: 'set' }, 'Provider connected'],
  ['provider.change', { enabled: { from: true, to: false } }, 'Provider disabled'],
  ['provider.change', { enabled: { from: false, to: true } }, 'Provider enabled'],
  ['provider.change', { credentials: 'replaced', markup: { from: '1', to: '2' } }, 'Provider changed: key, markup'],
  ['provider.remove', { removedModels: [] }, 'Provider removed'],
  ['provider.remove', { removedModels: ['a', 'b'] }, 'Provider removed, with 2 models'],
  ['model.add', { price: {} }, 'Model added'],
  ['model.change', { price: {}, isDefault: {} }, 'Model changed: price, default'],
  ['model.remove', {}, 'Model removed'],
  ['account.role', { from: 'member', to: 'owner' }, 'Made an owner'],
  ['account.role', { from: 'owner', to: 'member' }, 'Made a member'],
  ['of.a.newer.version', {}, 'of.a.newer.version'],
])('%s of %o is “%s”', (action, detail, text) => {
  expect(changeText({ action, detail })).toBe(text);
});
