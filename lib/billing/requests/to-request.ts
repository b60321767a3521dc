import { formatNanoUsd } from '../../core/money';
import type { FailureReason } from '../../failures/find-reasons';
import type { BillLine } from '../../ledger/types';
import { LINE_KINDS } from '../../models/price/kinds';
import type { UsageKey, UsageRequest } from './contract';
import type { FoundRequest } from './read-page';
import { TOKEN_KINDS } from './token-kinds';

/**
 * A found request as the page shows it.
 * @param keys the names of keys, by ID
 * @param reasons why interrupted requests failed, by request ID
 */
export function toRequest(
  found: FoundRequest,
  keys: ReadonlyMap<string, UsageKey>,
  reasons: ReadonlyMap<string, FailureReason>,
): UsageRequest {
  const { keyId } = 'paid' in found ? found.paid : found.failed;
  const key = keyId === null ? undefined : keys.get(keyId);
  const shared = {
    at: new Date(Number(found.position.micros / 1_000n)).toISOString(),
    keyName: keyId === null ? null : key?.description || `…${key?.last6Chars ?? keyId.slice(-6)}`,
  };
  return {
    ...shared,
    ...('paid' in found ? paidFields(found.paid, reasons.get(found.paid.requestId)) : failedFields(found.failed)),
  };
}

type Fields = Omit<UsageRequest, 'at' | 'keyName'>;

function paidFields(paid: Extract<FoundRequest, { paid: unknown }>['paid'], reason?: FailureReason): Fields {
  const { requestId, modelId, keyId, currency, status, ending, firstTokenMs, durationMs, estimated } = paid;
  return {
    requestId,
    modelId,
    keyId,
    type: paid.modelType,
    route: null,
    inputTokens: tokensOf(paid.lines, TOKEN_KINDS.input),
    outputTokens: tokensOf(paid.lines, TOKEN_KINDS.output),
    units: unitsOf(paid.lines),
    currency,
    charged: formatNanoUsd(paid.chargedNano),
    status,
    ending,
    code: reason?.code ?? null,
    message: reason?.message ?? null,
    firstTokenMs,
    durationMs,
    estimated,
  };
}

function failedFields(failed: Extract<FoundRequest, { failed: unknown }>['failed']): Fields {
  const { requestId, modelId, keyId, route, status, code, message, durationMs } = failed;
  const nothing = { type: null, inputTokens: null, outputTokens: null, units: null, currency: null, ending: null };
  const listed = { requestId, modelId, keyId, route, status, code, message, durationMs };
  return { ...nothing, ...listed, charged: '0', firstTokenMs: null, estimated: false };
}

/** Null if the request has none of that kind. */
function tokensOf(lines: BillLine[], kinds: readonly string[]): number | null {
  const counted = lines.filter(({ kind }) => kinds.includes(kind));
  return counted.length === 0 ? null : counted.reduce((sum, { units }) => sum + units, 0);
}

/** Everything that is not counted in tokens, e.g. `2 images, 1 search`; null if there is nothing. */
function unitsOf(lines: BillLine[]): string | null {
  const texts = lines.flatMap(({ kind, units }) => {
    const unit = Object.hasOwn(LINE_KINDS, kind) ? LINE_KINDS[kind]?.unitType : undefined;
    if (unit === 'tokens') return [];
    const name = unit === undefined || unit === 'requests' ? kind.replaceAll('_', ' ') : unit;
    return [`${units.toLocaleString('en-US')} ${units === 1 ? name.replace(/s$/, '') : name}`];
  });
  return texts.length === 0 ? null : texts.join(', ');
}
