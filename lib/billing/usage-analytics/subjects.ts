import { LINE_KINDS } from '../../models/price/kinds';
import type { UsageAnalytics } from '../contract';
import type { UsageSum } from '../../ledger/read/history/sum-usage';

type UnitType = UsageAnalytics['byModel'][number]['unitType'];

/** The usage of one model, or one key, in the range. Amounts are nano units. */
export type Subject = {
  /** A model's ID or a key's ID; null for a browser session. */
  id: string | null;
  usdNano: bigint;
  diemNano: bigint;
  /** By date, USD plus DIEM: only for charts, never an amount of money. */
  daily: Map<string, bigint>;
  /** A type of models (docs/api-rules.md, "Model types"); for a key, that of one of its models. */
  modelType: string;
  kinds: Map<string, KindUse>;
};

/** One kind of line within it. */
type KindUse = { kind: string; usdNano: bigint; diemNano: bigint; units: number };

/**
 * Collects sums by model, or by key: the highest spend first (one DIEM as one USD of credit), then by ID, for a stable
 * order.
 * @param idOf the ID that a sum belongs to
 */
export function collectSubjects(sums: UsageSum[], idOf: (sum: UsageSum) => string | null): Subject[] {
  const subjects = new Map<string | null, Subject>();
  for (const sum of sums) {
    const id = idOf(sum);
    const subject = subjects.get(id) ?? { id, ...nothing(), daily: new Map(), modelType: '', kinds: new Map() };
    subjects.set(id, subject);
    const use = subject.kinds.get(sum.kind) ?? { kind: sum.kind, ...nothing(), units: 0 };
    subject.kinds.set(sum.kind, use);
    addAmount(subject, sum);
    addAmount(use, sum);
    use.units += sum.units;
    subject.daily.set(sum.date, (subject.daily.get(sum.date) ?? 0n) + sum.chargedNano);
    // The sums are ordered by day, so the latest type counts.
    subject.modelType = sum.modelType;
  }
  return [...subjects.values()].sort((a, b) => highestFirst(a, b) || compare(a.id ?? '', b.id ?? ''));
}

/** The kinds of lines of a subject, the highest spend first. */
export function kindsOf({ kinds }: Pick<Subject, 'kinds'>): KindUse[] {
  return [...kinds.values()].sort((a, b) => highestFirst(a, b) || compare(a.kind, b.kind));
}

/** The unit that most of a subject's spend is counted in, and how many of it. */
export function mainUnits(subject: Pick<Subject, 'kinds'>): { unitType: UnitType; units: number } {
  const kinds = kindsOf(subject);
  const unitType = kinds[0] ? unitTypeOf(kinds[0].kind) : 'requests';
  const counted = kinds.filter(({ kind }) => unitTypeOf(kind) === unitType);
  return { unitType, units: counted.reduce((units, use) => units + use.units, 0) };
}

function unitTypeOf(kind: string): UnitType {
  return (Object.hasOwn(LINE_KINDS, kind) ? LINE_KINDS[kind]?.unitType : undefined) ?? 'requests';
}

type Spend = { usdNano: bigint; diemNano: bigint };

const nothing = (): Spend => ({ usdNano: 0n, diemNano: 0n });

function addAmount(total: Spend, { currency, chargedNano }: UsageSum): void {
  if (currency === 'USD') total.usdNano += chargedNano;
  else total.diemNano += chargedNano;
}

function highestFirst(a: Spend, b: Spend): number {
  return compare(b.usdNano + b.diemNano, a.usdNano + a.diemNano);
}

function compare<T extends string | bigint>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
