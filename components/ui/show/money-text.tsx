import { createContext, use, type ReactNode } from 'react';
import { formatNanoUsd } from '@/lib/core/money';
import { classNames } from '../class-names';

/** A currency of the ledger. Amounts in different currencies are never added. */
export type MoneyCurrency = 'USD' | 'DIEM';

/** An amount: units as the API's number or decimal string, or nano-units as a bigint. */
export type Amount = number | bigint | string;

/** Nano-units have nine decimals; nothing smaller exists. */
const DECIMALS = 9;
/** Amounts from one unit up, and those below it. */
const DECIMALS_FROM_ONE = 2;
const DECIMALS_BELOW_ONE = 4;
/** Below this many units every digit matters. */
const SIGNIFICANT_BELOW = 0.01;

/** How to format an amount; see `formatMoney`. */
type Format = {
  /** Shows all digits, and at least cents unless the amount is whole. */
  exact?: boolean;
  /** Truncates instead of rounding: for balances, which must never promise more than there is. */
  down?: boolean;
  /** Exactly this many decimals (0 to 9), to align a column. What would be shown as zero becomes `<$0.0001`. */
  decimals?: number;
};

/**
 * Formats an amount with as many decimals as its size asks for, so that an amount that changes keeps its width: `$0`,
 * `$0.000412` (every digit under a cent), `$0.0120` (four decimals under a unit), `$3.20`, `$1,234,567.89`,
 * `12.50 DIEM`.
 */
export function formatMoney(amount: Amount, currency: MoneyCurrency = 'USD', format: Format = {}): string {
  const [sign, whole, fraction] = decimalOf(amount);
  const unit = (text: string) => (currency === 'USD' ? `$${text}` : `${text} DIEM`);
  const isZero = whole === '0' && Number(fraction) === 0;
  if (isZero) return unit('0');
  const shown = format.exact
    ? { whole, fraction: fraction.replace(/0+$/, '').replace(/^\d$/, '$&0') }
    : cutTo(whole, fraction, { ...format, decimals: format.decimals ?? ownDecimals(whole, fraction) });
  if (shown.whole === '0' && Number(shown.fraction) === 0) {
    return `<${unit(`0.${'1'.padStart(shown.fraction.length, '0')}`)}`;
  }
  const grouped = shown.whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign ? '−' : ''}${unit(shown.fraction === '' ? grouped : `${grouped}.${shown.fraction}`)}`;
}

/**
 * The decimals with which all amounts of a column can be shown: at least two, and otherwise as many as its finest amount
 * needs.
 * @param options.exact counts all digits, as prices need; otherwise those of `formatMoney`
 * @param options.most at most this many
 */
export function columnDecimals(
  amounts: readonly Amount[],
  { exact = false, most = DECIMALS }: { exact?: boolean; most?: number } = {},
): number {
  const needs = amounts.map((amount) => {
    const [, whole, fraction] = decimalOf(amount);
    return exact ? fraction.replace(/0+$/, '').length : ownDecimals(whole, fraction);
  });
  return Math.min(most, Math.max(DECIMALS_FROM_ONE, ...needs));
}

/** The decimals of all amounts inside; null if each has its own. */
const ColumnDecimals = createContext<number | null>(null);

/**
 * Gives all amounts inside the same number of decimals. @param decimals from `columnDecimals`; null gives each its own
 */
export function AlignedMoney({ decimals, children }: { decimals: number | null; children: ReactNode }) {
  return <ColumnDecimals value={decimals}>{children}</ColumnDecimals>;
}

/** Money as shown on the page, with the exact amount on hover. DIEM has its own color. */
export function MoneyText({
  amount,
  currency = 'USD',
  exact = false,
  down = false,
  className,
}: {
  amount: Amount;
  currency?: MoneyCurrency;
  exact?: boolean;
  down?: boolean;
  className?: string;
}) {
  const decimals = use(ColumnDecimals);
  const text = formatMoney(amount, currency, { exact, down, ...(decimals !== null && { decimals }) });
  const whole = formatMoney(amount, currency, { exact: true });
  return (
    <span
      title={text === whole ? undefined : whole}
      className={classNames('figure-text', currency === 'DIEM' && 'base:text-diem', className)}
    >
      {text}
    </span>
  );
}

function decimalOf(amount: Amount): [sign: boolean, whole: string, fraction: string] {
  const text = decimalText(amount);
  const sign = text.startsWith('-');
  const [whole = '0', fraction = ''] = (sign ? text.slice(1) : text).split('.');
  return [sign, whole, fraction.slice(0, DECIMALS)];
}

/** A number in its shortest exact form; tiny ones would otherwise print as `4e-7`. */
function decimalText(amount: Amount): string {
  if (typeof amount === 'string') return amount;
  if (typeof amount === 'bigint') return formatNanoUsd(amount);
  return Math.abs(amount) < 1e-6 ? amount.toFixed(DECIMALS) : String(amount);
}

/** The decimals of an amount that stands alone. */
function ownDecimals(whole: string, fraction: string): number {
  if (whole !== '0') return DECIMALS_FROM_ONE;
  if (Number(`0.${fraction || '0'}`) >= SIGNIFICANT_BELOW) return DECIMALS_BELOW_ONE;
  return fraction.replace(/0+$/, '').length;
}

function cutTo(
  whole: string,
  fraction: string,
  { decimals, down = false }: { decimals: number; down?: boolean },
): { whole: string; fraction: string } {
  const scaled = BigInt(whole + fraction.padEnd(DECIMALS, '0').slice(0, DECIMALS));
  const unit = 10n ** BigInt(DECIMALS - decimals);
  const rounded = ((down ? scaled : scaled + unit / 2n) / unit).toString().padStart(decimals + 1, '0');
  const point = rounded.length - decimals;
  return { whole: rounded.slice(0, point), fraction: rounded.slice(point) };
}
