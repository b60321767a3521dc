import type { AccountPage } from '../../lib/admin/contract';
import type { UsageRequestPage, UsageSums } from '../../lib/billing/contract';
import type { Key, KeySpendList } from '../../lib/keys/contract';
import type { LiveLimits } from '../../lib/limits/contract';

/* What a busy installation would respond, for screenshots only: no test uses it. */

const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const idOf = (index: number) => `0b7f6a52-6a1d-4a1f-9d0e-${String(index).padStart(12, '0')}`;

const MODELS = ['big-70b', 'coder-32b', 'fast-8b', 'vision-11b', 'embed-s'];
const NAMES = ['nightly report', 'chat on the web site', 'Grace’s notebook', 'indexer', 'CI'];
/** Ups and downs that look like weeks of work, the same in each run. */
const wave = (day: number, series: number) =>
  Math.abs(Math.sin(day * 0.9 + series)) * ((day + series) % 7 < 5 ? 1 : 0.2);

/** Fourteen keys; one has a very long name. */
export function someKeys(): Key[] {
  return Array.from({ length: 14 }, (_, index) => ({
    id: idOf(index),
    apiKeyType: index % 5 === 3 ? 'ADMIN' : 'INFERENCE',
    description: index === 5 ? 'a very long name that goes on and on '.repeat(5).slice(0, 64) : nameOf(index),
    consumptionLimits: { usd: index % 3 === 1 ? null : 10 * (index + 1), diem: index === 2 ? 5 : null, vcu: null },
    limitPeriod: 'MONTH',
    modelPrivacy: 'ALL',
    createdAt: ago(index * DAY_MS * 3),
    expiresAt: index % 4 === 2 ? new Date(Date.now() + (index + 1) * DAY_MS).toISOString() : null,
    lastUsedAt: index % 6 === 4 ? null : ago(index * 600_000),
    last6Chars: `9mQ2a${index}x`.slice(-6),
    currentPeriodUsage: { usd: (3.2 * (index + 1)).toFixed(4), diem: '1.2500' },
  }));
}

const nameOf = (index: number) => NAMES[index] ?? `worker ${index}`;

/** What those keys spent in seven days. */
export function someSpend(): KeySpendList {
  const days = Array.from({ length: 7 }, (_, day) => dayOf(Date.now() - (6 - day) * DAY_MS));
  const keys = Array.from({ length: 14 }, (_, index) => ({
    id: idOf(index),
    usd: days.map((_day, day) => (index % 6 === 4 ? '0' : wave(day, index).toFixed(6))),
    diem: null,
    current: { usd: (3.2 * (index + 1)).toFixed(4), diem: '1.25', limitPeriod: 'MONTH' as const },
  }));
  return { days, keys };
}

/** Days of work with five models and as many keys, in the range of the URL. */
export function someUsage(address: string): UsageSums {
  const query = new URL(address).searchParams;
  const [start = '', end = ''] = [query.get('start') ?? '', query.get('end') ?? ''];
  const days = Array.from({ length: (Date.parse(end) - Date.parse(start)) / DAY_MS + 1 }, (_, day) =>
    dayOf(Date.parse(start) + day * DAY_MS),
  );
  const rows = days.flatMap((day, at) =>
    MODELS.map((modelId, series) => ({
      ...{ day, modelId, keyId: idOf(series), currency: 'USD' as const, interrupted: 0 },
      requests: Math.round(40 * wave(at, series)) + 1,
      inputTokens: Math.round(90_000 * wave(at, series)),
      outputTokens: Math.round(30_000 * wave(at, series)),
      charged: (1.4 * wave(at, series) * (1 - series * 0.15)).toFixed(9),
    })),
  );
  const failures = [{ day: end, modelId: 'big-70b', keyId: idOf(0), requests: 3 }];
  const keys = NAMES.map((description, index) => ({
    ...{ id: idOf(index), description, last6Chars: `9mQ2a${index}`, gone: index === 4 },
  }));
  return { days: { start, end }, rows, failures, keys, folded: 0 };
}

/** The newest requests, one of them failed. */
export function someUsageRows(): UsageRequestPage {
  const data = Array.from({ length: 12 }, (_, index) => {
    const failed = index === 3;
    return {
      requestId: `${String(index).padStart(16, '0')}-SVC`,
      at: ago(index * 130_000),
      modelId: MODELS[index % 3] ?? null,
      keyId: idOf(index % 5),
      keyName: NAMES[index % 5] ?? null,
      type: failed ? null : 'text',
      route: failed ? '/api/v1/chat/completions' : null,
      inputTokens: failed ? null : 1_204 * (index + 1),
      outputTokens: failed ? null : 318,
      units: null,
      currency: failed ? null : ('USD' as const),
      charged: failed ? '0' : (0.000412 * (index + 1)).toFixed(9),
      status: failed ? 503 : 200,
      ending: failed ? null : ('completed' as const),
      code: failed ? 'MODEL_AT_CAPACITY' : null,
      message: failed ? 'The model is at capacity. Try again.' : null,
      firstTokenMs: failed ? null : 310,
      durationMs: 2_400,
      estimated: false,
    };
  });
  return { data, nextCursor: null };
}

/** Real limits with more models, some of them nearly used up. */
export function someLimits(real: object): LiveLimits {
  const limit = (of: number, part: number) => ({ limit: of, of, remaining: Math.round(of * part) });
  const models = MODELS.map((modelId, index) => ({
    ...{ modelId, name: modelId.replace('-', ' '), type: index === 4 ? 'embedding' : 'text' },
    limitClass: index === 4 ? 'embedding' : 'text_M',
    requests: limit(50, 1 - index * 0.22),
    tokens: limit(750_000, 1 - index * 0.18),
  }));
  return { ...(real as LiveLimits), models };
}

/** All kinds of accounts: a wallet, a blocked one, a balance of a millionth and one of a million. */
export function someAccounts(): AccountPage {
  const person = (index: number, email: string | null, balanceUsd: string, more: object = {}) => ({
    ...{ id: idOf(index), email, walletAddress: null, linkedWallets: [], name: null },
    ...{ role: 'member' as const, tier: 'standard' as const },
    ...{ pro: false, blocked: false, deleted: false, createdAt: ago(index * DAY_MS * 5), keys: index, balanceUsd },
    ...{
      balanceDiem: '0',
      stakedDiem: '0',
      stakeWallet: null,
      lastUsedAt: index % 3 === 2 ? null : ago(index * 3_600_000),
      ...more,
    },
  });
  const data = [
    person(1, 'ada@example.com', '1234567.89', { name: 'Ada', tier: 'partner', pro: true }),
    person(2, null, '4.2', { walletAddress: '0x2222222222222222222222222222222222222222' }),
    person(3, 'grace.brewster.murray.hopper@a-very-long-domain-name.example.com', '0.000001'),
    person(4, 'alan@example.com', '0', { blocked: true }),
    person(5, 'owner@example.com', '25.5', { role: 'owner', balanceDiem: '9.75', stakedDiem: '12.5' }),
  ];
  return { data, nextCursor: null };
}
