import { readFileSync } from 'node:fs';
import { toEventSelector, toFunctionSelector, type AbiEvent, type AbiFunction } from 'viem';
import { expect, it } from 'vitest';
import { compileContracts } from './compile';
import { CONTRACTS, SMART_WALLET_FACTORY_ABI, USDC_ABI } from './contracts';

it('gives the committed bytes again', () => {
  expect(compileContracts()).toBe(readFileSync(new URL('contracts.json', import.meta.url), 'utf8'));
});

it('has every function and event that is used with types', () => {
  const selectors = (abi: readonly { type: string }[]) =>
    abi.flatMap((item) => {
      if (item.type === 'function') return toFunctionSelector(item as AbiFunction);
      return item.type === 'event' ? toEventSelector(item as AbiEvent) : [];
    });
  expect(selectors(CONTRACTS.TestUsdc.abi)).toEqual(expect.arrayContaining(selectors(USDC_ABI)));
  expect(selectors(CONTRACTS.SmartWalletFactory.abi)).toEqual(selectors(SMART_WALLET_FACTORY_ABI));
});
