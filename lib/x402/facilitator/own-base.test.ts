import { decodeFunctionData, hashTypedData, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareSmartWallet } from '../../../scripts/chains/smart-wallet';
import { BASE } from '../../core/wallet';
import type { Database } from '../../platform/db';
import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import { processState } from '../../platform/process-state';
import { openTestDatabase } from '../../platform/testing/test-database';
import { walletNode } from '../chain/node';
import type { EvmPayload } from '../payment/evm-payment';
import { parsePayment, requirementsOf } from '../payment/payment';
import { newEvmPayer, startTestNetworks, type TestNetworks } from '../test-networks';
import { makeBaseFacilitator } from './own-base';
import { hasManyReverts, noteRevert } from './reverts';
import type { Facilitator } from './spec';

let database: Database;
let networks: TestNetworks;
let facilitator: Facilitator;
let signer: `0x${string}`;

beforeAll(async () => {
  [database, networks] = await Promise.all([openTestDatabase(), startTestNetworks()]);
  const signerKey = settings().wallets.signerKey[BASE] ?? '';
  signer = privateKeyToAccount(signerKey as `0x${string}`).address;
  facilitator = facilitatorWith();
});
afterEach(async () => {
  networks.base.faults.clear();
  await networks.base.faults.resumeMining();
});
afterAll(async () => {
  await networks.stop();
  await database.close();
});

const noted: string[] = [];
const note = (id: string) => Promise.resolve(void noted.push(id));
const facilitatorWith = (confirmMs?: number) =>
  makeBaseFacilitator({
    node: walletNode(BASE, networks.base.rpcUrl),
    signerKey: settings().wallets.signerKey[BASE] ?? '',
    ...{ confirmMs, pollMs: 10 },
  });
const payed = async (amountMicro?: bigint) => (await networks.payer(BASE)).pay(amountMicro);
const nonceOf = () => networks.base.client.getTransactionCount({ address: signer });

describe('verify', () => {
  it('accepts a payment that can be carried out, and sends nothing', async () => {
    const { payment, requirements } = await payed();
    const before = await nonceOf();
    expect(await facilitator.verify(payment, requirements)).toEqual({ isValid: true });
    expect(await nonceOf()).toBe(before);
  });

  it('refuses a payment that somebody has changed', async () => {
    const payer = await networks.payer(BASE);
    const json = JSON.parse(Buffer.from(await payer.header(), 'base64').toString());
    json.payload.authorization.value = '6000000';
    const payment = await parsePayment(Buffer.from(JSON.stringify(json)).toString('base64'));
    const verdict = await facilitator.verify(payment, requirementsOf(payment));
    expect(verdict).toEqual({
      ...{ isValid: false, reason: 'invalid_exact_evm_signature' },
      message: 'The signature is not one of this payment by the payer.',
    });
  });

  it('refuses a payment for which the wallet has too little USDC', async () => {
    const { payment, requirements } = await payed(100_000_001n);
    expect(await facilitator.verify(payment, requirements)).toMatchObject({
      ...{ isValid: false, reason: 'invalid_exact_evm_insufficient_balance' },
      message: 'The wallet has less USDC than the payment.',
    });
  });

  it('refuses a payment that was carried out', async () => {
    const { payment, requirements } = await payed();
    expect(await facilitator.settle(payment, requirements, note)).toMatchObject({ isSettled: true });
    expect(await facilitator.verify(payment, requirements)).toMatchObject({
      reason: 'invalid_exact_evm_nonce_already_used',
    });
  });

  it.each([
    [1, 'invalid_exact_evm_payload_authorization_valid_before', 'expired'],
    [16 * 60, 'valid_for_too_long', 'within 15 minutes'],
  ])('refuses a payment that is valid for %i s', async (maxTimeoutSeconds, reason, words) => {
    const payment = await parsePayment(await (await networks.payer(BASE)).header(5_000_000n, { maxTimeoutSeconds }));
    const verdict = await facilitator.verify(payment, requirementsOf(payment));
    expect(verdict).toMatchObject({ isValid: false, reason, message: expect.stringContaining(words) as string });
  });

  it.each([
    ['answers no call', (method?: string) => networks.base.faults.answer500(method), undefined],
    [
      'cannot say whether the payer is a contract',
      (method?: string) => networks.base.faults.answer500(method),
      'eth_getCode',
    ],
    ['cannot simulate', (method?: string) => networks.base.faults.answer500(method), 'eth_estimateGas'],
  ])('does not blame the payer while the node %s', async (_, breakNode, method) => {
    const { payment, requirements } = await payed();
    breakNode(method);
    await expect(facilitator.verify(payment, requirements)).rejects.toThrow('status 500');
    networks.base.faults.clear();
    expect(await facilitator.verify(payment, requirements)).toEqual({ isValid: true });
  });

  it.each(['fails', 'hangs until the caller leaves'])(
    'leaves no failure behind that nobody handles, when the node %s',
    async (fault) => {
      const unhandled: unknown[] = [];
      const keep = (reason: unknown) => unhandled.push(reason);
      process.on('unhandledRejection', keep);
      // The package remembers for 15 minutes that the token is a contract.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
      try {
        const { payment, requirements } = await payed();
        const caller = new AbortController();
        if (fault === 'fails') networks.base.faults.answer500('eth_getCode');
        else networks.base.faults.hang('eth_getCode');
        const verifying = facilitator.verify(payment, requirements, caller.signal);
        if (fault !== 'fails') setTimeout(() => caller.abort(), 200);
        await expect(verifying).rejects.toThrow(fault === 'fails' ? 'status 500' : 'aborted');
        await new Promise((done) => setTimeout(done, 100));
        expect(unhandled).toEqual([]);
        networks.base.faults.clear();
        expect(await facilitator.verify(payment, requirements)).toEqual({ isValid: true });
      } finally {
        process.off('unhandledRejection', keep);
        vi.useRealTimers();
      }
    },
  );

  it('accepts a payment that is valid for somewhat longer than we ask for', async () => {
    const header = await (await networks.payer(BASE)).header(5_000_000n, { maxTimeoutSeconds: 14 * 60 });
    const payment = await parsePayment(header);
    expect(await facilitator.verify(payment, requirementsOf(payment))).toEqual({ isValid: true });
  });

  it('ends when the caller leaves', async () => {
    const { payment, requirements } = await payed();
    networks.base.faults.hang();
    const caller = new AbortController();
    const verifying = facilitator.verify(payment, requirements, caller.signal);
    caller.abort();
    await expect(verifying).rejects.toThrow('aborted');
  });
});

describe('settle', () => {
  it('offers four times the base fee, so that no transaction is left behind by a rising one', async () => {
    const { client } = networks.base;
    const { payment, requirements } = await payed();
    const { baseFeePerGas } = await client.getBlock();
    const settled = await facilitator.settle(payment, requirements, note);
    if (!settled.isSettled) throw new Error(settled.reason);
    const sent = await client.getTransaction({ hash: settled.transactionId as `0x${string}` });
    expect(baseFeePerGas).toBeGreaterThan(0n);
    expect(sent.maxFeePerGas).toBeGreaterThanOrEqual(4n * (baseFeePerGas ?? 0n));
  });

  it('moves the money, and returns the transaction', async () => {
    const payer = await networks.payer(BASE);
    const before = await networks.received(BASE);
    const { payment, requirements } = await payer.pay(7_500_000n);
    const settled = await facilitator.settle(payment, requirements, note);
    if (!settled.isSettled) throw new Error(settled.reason);
    // Before it was sent, so that it can be found after a crash.
    expect(noted.at(-1)).toBe(settled.transactionId);
    const receipt = await networks.base.client.getTransactionReceipt({ hash: settled.transactionId as `0x${string}` });
    expect([receipt.status, receipt.from]).toEqual(['success', signer.toLowerCase()]);
    expect(await payer.balance()).toBe(92_500_000n);
    expect(await networks.received(BASE)).toBe(before + 7_500_000n);
  });

  it('carries out many payments at once, each with its own nonce', async () => {
    const before = await nonceOf();
    const many: Awaited<ReturnType<typeof payed>>[] = [];
    while (many.length < 8) many.push(await payed());
    const settled = await Promise.all(
      many.map(({ payment, requirements }) => facilitator.settle(payment, requirements, note)),
    );
    expect(settled.every(({ isSettled }) => isSettled)).toBe(true);
    expect(await nonceOf()).toBe(before + 8);
  });

  it('waits until the node counts a transaction, before it sends the next', async () => {
    const before = await nonceOf();
    const [one, two] = [await payed(), await payed()];
    let stale = 5;
    // As a node that shows a transaction only some time after it has accepted it.
    networks.base.faults.lie('eth_getTransactionCount', (truth) =>
      Number(truth) > before && (stale -= 1) >= 0 ? `0x${before.toString(16)}` : truth,
    );
    const both = [one, two].map(({ payment, requirements }) => facilitator.settle(payment, requirements, note));
    expect(await Promise.all(both)).toMatchObject([{ isSettled: true }, { isSettled: true }]);
    expect(await nonceOf()).toBe(before + 2);
    expect(stale).toBeLessThan(0);
  });

  it('knows the hash although the answer of the node is lost', async () => {
    const { payment, requirements } = await payed();
    networks.base.faults.loseNextAnswer();
    expect(await facilitator.settle(payment, requirements, note)).toMatchObject({ isSettled: true });
  });

  it('leaves no gap of nonces after a transaction that the node has refused', async () => {
    const { payment, requirements } = await payed();
    const before = await nonceOf();
    networks.base.faults.answer500('eth_sendRawTransaction');
    await facilitatorWith(300).settle(payment, requirements, note);
    networks.base.faults.clear();
    expect(await facilitator.settle(payment, requirements, note)).toMatchObject({ isSettled: true });
    expect(await nonceOf()).toBe(before + 1);
  });

  it('sends nothing that would fail: somebody else has submitted the payment', async () => {
    const { payment, requirements } = await payed();
    await facilitator.settle(payment, requirements, note);
    const before = await nonceOf();
    expect(await facilitator.settle(payment, requirements, note)).toEqual({
      ...{ isSettled: false, isSent: false, reason: expect.stringContaining('nonce_already_used') as string },
    });
    expect(await nonceOf()).toBe(before);
  });

  it('does not know the outcome while no block is mined', async () => {
    const { payment, requirements } = await payed();
    await networks.base.faults.pauseMining();
    expect(await facilitatorWith(300).settle(payment, requirements, note)).toEqual({
      ...{ isSettled: false, isSent: true, reason: 'settlement_pending' },
    });
  });

  it('has sent nothing if the node cannot be reached', async () => {
    const { payment, requirements } = await payed();
    const elsewhere = makeBaseFacilitator({
      node: walletNode(BASE, 'http://127.0.0.1:9'),
      signerKey: settings().wallets.signerKey[BASE] ?? '',
    });
    expect(await elsewhere.settle(payment, requirements, note)).toMatchObject({ isSettled: false, isSent: false });
  });

  it('may have sent it if the node does not answer', async () => {
    const { payment, requirements } = await payed();
    networks.base.faults.hang('eth_sendRawTransaction');
    expect(await facilitatorWith(3_000).settle(payment, requirements, note)).toMatchObject({
      ...{ isSettled: false, isSent: true },
    });
  });

  it('has sent nothing if the account cannot pay the gas', async () => {
    const { payment, requirements } = await payed();
    const poor = makeBaseFacilitator({ node: walletNode(BASE, networks.base.rpcUrl), signerKey: generatePrivateKey() });
    expect(await poor.verify(payment, requirements)).toEqual({ isValid: true });
    const settled = await poor.settle(payment, requirements, note);
    expect(settled).toMatchObject({
      isSettled: false,
      isSent: false,
      reason: expect.stringMatching(/insufficient funds|exceeds allowance/i) as string,
    });
    // The signature could still be used by whoever reads it.
    const { signature } = payment.payload as EvmPayload;
    expect(JSON.stringify(settled)).not.toContain(signature.slice(2, 66));
  });
});

describe('a node with a price of gas at which a payment would cost too much', () => {
  // Some 100,000 gas for more than 0.001 ETH, and for less.
  const gwei = (price: number) => `0x${(BigInt(price) * 10n ** 9n).toString(16)}`;
  const quote = (price: number) => networks.base.faults.lie('eth_maxPriorityFeePerGas', () => gwei(price));

  it('makes a payment wait: it is refused before it is stored, and accepted at a lower price', async () => {
    const { payment, requirements } = await payed();
    quote(50);
    expect(await facilitator.verify(payment, requirements)).toMatchObject({
      ...{ isValid: false, reason: 'gas_too_high', message: 'The fees of the payment would be too high.' },
    });
    networks.base.faults.clear();
    expect(await facilitator.verify(payment, requirements)).toEqual({ isValid: true });
  });

  it('gets nothing that is sent, if the price has risen since', async () => {
    const { payment, requirements } = await payed();
    const before = await nonceOf();
    quote(50);
    expect(await facilitator.settle(payment, requirements, note)).toMatchObject({
      ...{ isSettled: false, isSent: false, reason: expect.stringContaining('would cost up to') as string },
    });
    expect(await nonceOf()).toBe(before);
    networks.base.faults.clear();
    expect(await facilitator.settle(payment, requirements, note)).toMatchObject({ isSettled: true });
  });
});

describe('a wallet that is a contract', () => {
  const owner = privateKeyToAccount(generatePrivateKey());
  const salt = `0x${'0'.repeat(63)}1` as const;

  it('can pay once it is deployed', async () => {
    const wallet = await prepareSmartWallet(networks.base, owner.address, salt);
    const early = await newEvmPayer(networks.base, {
      address: wallet.address,
      signTypedData: (data) => owner.sign({ hash: hashTypedData(data) }).then(wallet.wrap),
    });
    const unknown = await early.pay();
    expect(await facilitator.verify(unknown.payment, unknown.requirements)).toMatchObject({
      ...{
        isValid: false,
        reason: 'eip6492_factory_not_allowed',
        message: expect.stringContaining('not deployed') as string,
      },
    });
    await wallet.create();
    const { payment, requirements } = await early.pay();
    expect(await facilitator.verify(payment, requirements)).toEqual({ isValid: true });
    expect(await facilitator.settle(payment, requirements, note)).toMatchObject({ isSettled: true });
  });

  it('is asked with the fees of the transaction, before that is sent', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    // Valid where the price of gas is 0, as in a simulation without fees; reverts elsewhere.
    const bytecode = `0x3a602d577f1626ba7e${'0'.repeat(56)}60005260206000f35b60006000fd` as const;
    await networks.base.client.setCode({ address: account.address, bytecode });
    const { payment, requirements } = await (await newEvmPayer(networks.base, account)).pay();
    expect(await facilitator.verify(payment, requirements)).toEqual({ isValid: true });
    const before = await nonceOf();
    expect(await facilitator.settle(payment, requirements, note)).toMatchObject({ isSettled: false, isSent: false });
    expect(await nonceOf()).toBe(before);
  });

  it('waits after ten transactions of ours in an hour were reverted, while others pay', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    // The answer of EIP-1271: every signature is valid.
    await networks.base.client.setCode({
      address: account.address,
      bytecode: `0x7f1626ba7e${'0'.repeat(56)}60005260206000f3`,
    });
    const contract = await (await newEvmPayer(networks.base, account)).pay();
    const plain = await payed();
    const now = clock.now;
    try {
      for (let count = 0; count < 10; count += 1) {
        expect(await facilitator.verify(contract.payment, contract.requirements)).toEqual({ isValid: true });
        noteRevert();
      }
      expect(await facilitator.verify(contract.payment, contract.requirements)).toMatchObject({
        ...{ isValid: false, reason: 'contract_wallets_paused', message: expect.stringContaining('an hour') as string },
      });
      expect(await facilitator.verify(plain.payment, plain.requirements)).toEqual({ isValid: true });
      clock.now = () => now() + 3_600_000;
      expect(hasManyReverts()).toBe(false);
    } finally {
      clock.now = now;
      processState<{ timesMs: number[] }>('x402.reverts', () => ({ timesMs: [] })).timesMs = [];
    }
  });

  it('cannot spend our gas as it likes', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    // 30,000 times around a loop, then the answer of EIP-1271: the signature is valid.
    const bytecode = `0x620075305b60019003806004577f1626ba7e${'0'.repeat(56)}60005260206000f3` as const;
    await networks.base.client.setCode({ address: account.address, bytecode });
    const { payment, requirements } = await (await newEvmPayer(networks.base, account)).pay();
    expect(await facilitator.verify(payment, requirements)).toMatchObject({
      ...{ isValid: false, reason: 'gas_too_high', message: 'The fees of the payment would be too high.' },
    });
    const before = await nonceOf();
    expect(await facilitator.settle(payment, requirements, note)).toMatchObject({ isSettled: false, isSent: false });
    expect(await nonceOf()).toBe(before);
  });
});

it('transfers exactly what was signed', async () => {
  const { payment, requirements } = await payed(5_000_001n);
  const settled = await facilitator.settle(payment, requirements, note);
  if (!settled.isSettled) throw new Error(settled.reason);
  const { input } = await networks.base.client.getTransaction({ hash: settled.transactionId as `0x${string}` });
  const abi = parseAbi([
    'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  ]);
  const { args } = decodeFunctionData({ abi, data: input });
  expect([args[0].toLowerCase(), args[1], args[2]]).toEqual([payment.payer, requirements.payTo, 5_000_001n]);
});
