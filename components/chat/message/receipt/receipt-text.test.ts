import { describe, expect, it } from 'vitest';
import { NO_RECEIPT, type ChatMessage, type Receipt, type AnswerReceipt } from '@/lib/client/chat/types';
import { formatSeconds, receiptText } from './receipt-text';

const line = (
  given: Partial<Omit<ChatMessage, 'ticket'>>,
  ticket: Partial<AnswerReceipt> = {},
  price?: { input: number; output: number },
) => {
  const message: ChatMessage = {
    id: 'm',
    chatId: 'c',
    parentId: null,
    role: 'assistant',
    text: 'a',
    reasoning: '',
    state: 'complete',
    modelId: 'big',
    finishReason: 'stop',
    requestId: 'aa-SVC',
    failure: null,
    createdAt: 0,
    writerId: null,
    touchedAt: 0,
    ...given,
    ticket: { ...NO_RECEIPT, ...ticket },
  };
  const { kind, parts } = receiptText(message, price);
  return `${kind}: ${parts.join(' · ')}`;
};

const usage = {
  promptTokens: 1204,
  completionTokens: 318,
  cachedTokens: 0,
  reasoningTokens: 0,
  usd: '0.000412',
  diem: '0',
};
const receipt: Receipt = {
  requestId: 'aa-SVC',
  modelId: 'big',
  currency: 'USD',
  held: '0.01',
  charged: '0.0000101',
  absorbed: '0',
  balanceAfter: '0.9',
  lines: [
    { kind: 'input', units: 31, cost: '0.000005' },
    { kind: 'cache_input', units: 9, cost: '0.0000001' },
    { kind: 'output', units: 5, cost: '0.000005' },
  ],
  estimated: false,
  ending: 'client_left',
  firstTokenMs: 200,
  durationMs: 600,
  createdAt: '2026-11-21T08:00:00.000Z',
};
const failure = {
  status: 503,
  code: 'MODEL_AT_CAPACITY',
  message: 'Full.',
  requestId: 'aa-SVC',
  retryAfterSeconds: null,
  at: 0,
};

describe('a running answer', () => {
  const running = { state: 'streaming', text: 'a'.repeat(3_200), sentTokens: 300, touchedAt: 4_000 } as const;
  const price = { input: 0.15, output: 0.6 };

  it('shows about what it has cost so far, and its speed', () => {
    expect(line(running, { firstTokenMs: 2_000 }, price)).toBe(
      'open: ≈ 300 in · ≈ 1,000 out · ≈ $0.000645 · first token 2.00 s · 500 tok/s',
    );
  });

  it('counts its thoughts', () => {
    expect(line({ ...running, text: '', reasoning: 'a'.repeat(320) }, { firstTokenMs: 2_000 }, price)).toContain(
      '≈ 100 out',
    );
  });

  it('shows no cost without a price, and no speed of its first moments', () => {
    expect(line({ ...running, touchedAt: 2_100 }, { firstTokenMs: 2_000 })).toBe(
      'open: ≈ 300 in · ≈ 1,000 out · first token 2.00 s',
    );
  });

  it('that is continued counts what its last request has brought, with the sums before and without the pause', () => {
    const continued = { ...running, text: 'a'.repeat(3_200 + 320), continuedAt: { text: 3_200, reasoning: 0 } };
    const earlier = [{ requestId: 'b-SVC', ticket: { ...NO_RECEIPT, usage } }];
    const times = { firstTokenMs: 500 };
    expect(line({ ...continued, touchedAt: 90_000, earlier }, times, price)).toBe(
      'open: ≈ 1,504 in · ≈ 418 out · ≈ $0.000517 · first token 0.50 s',
    );
    expect(line({ ...continued, touchedAt: 90_000 }, times, price)).toBe(
      'open: ≈ 300 in · ≈ 100 out · ≈ $0.000105 · first token 0.50 s',
    );
    expect(line({ ...continued, continuedAt: { text: 3_520, reasoning: 0 }, earlier }, {}, price)).toBe(
      'open: 1,204 in · 318 out · $0.000412',
    );
  });

  it('shows no figures of a row without an estimate, or before its first token', () => {
    const { sentTokens: _sent, ...older } = running;
    expect(line(older, { firstTokenMs: 2_000 }, price)).toBe('open: first token 2.00 s');
    expect(line({ ...running, text: '' }, {}, price)).toBe('open: ');
  });
});

describe('receiptText', () => {
  it('shows tokens, cost, first token, and speed', () => {
    expect(line({}, { usage, firstTokenMs: 310, durationMs: 6_914 })).toBe(
      'known: 1,204 in · 318 out · $0.000412 · first token 0.31 s · 48 tok/s',
    );
  });

  it('shows $0 and DIEM, and no speed for a single token', () => {
    const one = { ...usage, completionTokens: 1, usd: '0' };
    expect(line({}, { usage: one, firstTokenMs: 310, durationMs: 310 })).toBe(
      'known: 1,204 in · 1 out · $0 · first token 0.31 s',
    );
    expect(line({}, { usage: { ...usage, usd: '0', diem: '0.5' } })).toContain('0.5000 DIEM');
  });

  it('does not change when the receipt is fetched', () => {
    const ticket = { usage, firstTokenMs: 310, durationMs: 6_914 };
    expect(line({}, { ...ticket, receipt: { ...receipt, charged: usage.usd } })).toBe(line({}, ticket));
    const earlier = [{ requestId: 'b-SVC', ticket: { ...NO_RECEIPT, ...ticket } }];
    const fetched = earlier.map((part) => ({ ...part, ticket: { ...part.ticket, receipt } }));
    expect(line({ earlier: fetched }, ticket)).toBe(line({ earlier }, ticket));
  });

  it('says that an answer was interrupted', () => {
    const broken = { ...failure, status: 200 };
    expect(line({ state: 'failed', failure: broken }, { usage })).toMatch(/^known: interrupted · 1,204 in/);
    expect(line({ state: 'failed', failure: broken, text: '' }, { free: true })).toBe('none: failed · not charged');
  });

  it('uses the ledger’s figures after a stop, with cached tokens among the input', () => {
    expect(line({ state: 'stopped' }, { receipt, usage: null })).toBe(
      'known: stopped · 40 in · 5 out · $0.0000101 · first token 0.20 s · 10 tok/s',
    );
  });

  it('shows no cost while streaming, and a pending charge until the ledger has it', () => {
    expect(line({ state: 'waiting' })).toBe('open: ');
    expect(line({ state: 'streaming' }, { firstTokenMs: 1_234 })).toBe('open: first token 1.23 s');
    expect(line({ state: 'stopped' })).toBe('lost: stopped · charge pending');
  });

  it('says if nothing was charged', () => {
    expect(line({ state: 'failed', failure })).toBe('none: failed · not charged');
    expect(line({ state: 'stopped', text: '' }, { free: true })).toBe('none: stopped · not charged');
    expect(line({ state: 'stopped', requestId: null })).toBe('none: stopped · not charged');
    expect(line({ state: 'failed', requestId: null, failure: { ...failure, status: 0 } })).toBe(
      'none: failed · no answer',
    );
  });

  it('says why an answer ended early', () => {
    const cut = (ending: Receipt['ending']) =>
      line({ finishReason: 'length' }, { usage, receipt: { ...receipt, ending } });
    expect(cut('completed')).toContain('ended at the maximum length · 1,204 in');
    expect(cut('credit_ran_out')).toContain('ended when credit ran out · 1,204 in');
    expect(line({ finishReason: 'length' }, { usage })).toContain('ended early · 1,204 in');
    expect(line({ state: 'interrupted' })).toBe('lost: cut off when the page closed · charge pending');
  });
});

describe('formatSeconds', () => {
  it('truncates to significant digits', () => {
    expect([0, 312, 9_994, 12_345].map(formatSeconds)).toEqual(['0.00 s', '0.31 s', '9.99 s', '12.3 s']);
  });
});

describe('a continued answer', () => {
  const first = { requestId: 'a-SVC', ticket: { ...NO_RECEIPT, receipt } };

  it('sums all its requests', () => {
    expect(line({ earlier: [first] }, { usage })).toBe('known: 2 requests · 1,244 in · 323 out · $0.0004221');
    expect(line({ earlier: [first, first], state: 'stopped' }, { receipt })).toBe(
      'known: stopped · 3 requests · 120 in · 15 out · $0.0000303',
    );
  });

  it('never adds DIEM to dollars', () => {
    expect(line({ earlier: [first] }, { receipt: { ...receipt, currency: 'DIEM' } })).toMatch(
      /^known: 2 requests · 80 in · 10 out · \$0\.0000101 \+ .*0\.0000101.*DIEM/,
    );
  });

  it('shows what is known while the rest is not', () => {
    expect(line({ earlier: [first], state: 'stopped' })).toBe(
      'lost: stopped · 2 requests · 40 in · 5 out · $0.0000101 · charge pending',
    );
    expect(line({ earlier: [first], state: 'waiting', requestId: null })).toBe('open: 40 in · 5 out · $0.0000101');
  });

  it('is not charged if none of its requests is', () => {
    const free = { requestId: 'a-SVC', ticket: { ...NO_RECEIPT, free: true } };
    expect(line({ earlier: [free], state: 'stopped' }, { free: true })).toBe('none: stopped · not charged');
    const lost = { ...failure, status: 0 };
    expect(line({ earlier: [free], state: 'failed', requestId: null, failure: lost })).toBe('none: failed · no answer');
  });

  it('keeps the first cost if the continuation was refused', () => {
    expect(line({ earlier: [first], state: 'failed', failure })).toBe('known: failed · 40 in · 5 out · $0.0000101');
  });
});

describe('the receipt of images', () => {
  const image = { url: 'data:image/png;base64,AA==', alt: 'a kite' };
  const drawn = { ...usage, promptTokens: 0, completionTokens: 0, usd: '0.002' };

  it('counts the images, and tokens if there are some', () => {
    expect(line({ images: [image] }, { usage: drawn })).toBe('known: 1 image · $0.002');
    expect(line({ images: [image, image] }, { usage })).toBe('known: 1,204 in · 318 out · 2 images · $0.000412');
    expect(line({ images: [image] }, { receipt })).toBe('known: 40 in · 5 out · 1 image · $0.0000101');
  });

  it('does not count blocked ones', () => {
    const blocked = { ...image, violation: true };
    expect(line({ images: [blocked] }, { usage: { ...drawn, usd: '0' } })).toBe('known: blocked · not charged');
    expect(line({ images: [blocked, image] }, { usage: drawn })).toBe('known: 1 image · $0.002');
  });
});
