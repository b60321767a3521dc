import { formatNanoUsd } from '@/lib/core/money';
import { classNames } from '../class-names';

/** A currency of the ledger. Amounts in different currencies are never added. */
export type MoneyCurrency = 'USD' | 'DIEM';

/** An amount: units as the API's number or decimal string, or nano-units as a bigint. */
export type Amount = number | bigint | string;

/** Nano-units have nine decimals; nothing smaller exists. */
const DECIMALS = 9;
/** Below this many units every digit matters. */
const SIGNIFICANT_BELOW = 0.01;

/**
 * Formats an amount: `$0`, `$0.000412` (every digit under a cent), `$0.0123`, `$3.20`, `$1,234,567.89`, `12.50 DIEM`.
 * @param options `exact` shows all digits; `down` truncates instead of rounding, for balances (never promise more than
 * there is)
 */
export function formatMoney(
  amount: Amount,
  currency: MoneyCurrency = 'USD',
  options: { exact?: boolean; down?: boolean } = {},
): string {
  const [sign, whole, fraction] = decimalOf(amount);
  const cut = options.exact ? { whole, fraction } : cutTo(whole, fraction, options.down ?? false);
  const digits = cut.fraction.replace(/0+$/, '');
  const zero = cut.whole === '0' && digits === '';
  const grouped = cut.whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const text = zero || (options.exact && digits === '') ? grouped : `${grouped}.${digits.padEnd(2, '0')}`;
  const minus = sign && !zero ? '−' : '';
  return currency === 'USD' ? `${minus}$${text}` : `${minus}${text} DIEM`;
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
  const text = formatMoney(amount, currency, { exact, down });
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

/** Two decimals from one unit up, four below that, all below a cent. */
function cutTo(whole: string, fraction: string, down: boolean): { whole: string; fraction: string } {
  if (whole === '0' && Number(`0.${fraction || '0'}`) < SIGNIFICANT_BELOW) return { whole, fraction };
  const decimals = whole === '0' ? 4 : 2;
  const scaled = BigInt(whole + fraction.padEnd(DECIMALS, '0').slice(0, DECIMALS));
  const unit = 10n ** BigInt(DECIMALS - decimals);
  const rounded = ((down ? scaled : scaled + unit / 2n) / unit).toString().padStart(decimals + 1, '0');
  return { whole: rounded.slice(0, -decimals), fraction: rounded.slice(-decimals) };
}
