'use client';

import { MessageSquare, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { formatCount } from '@/components/ui/show/count-text';
import { columnDecimals, formatMoney } from '@/components/ui/show/money-text';
import { formatSeconds } from '../message/receipt/receipt-text';
import type { ColumnSummary } from './summary';

/** A row of the summary: a column of the comparison whose last answer has ended. */
export type SummaryRow = { key: string; name: string; chatId: string; summary: ColumnSummary };

/**
 * The last round of a comparison: what each model cost and how quick it was, with a vote for the best answer. The winner
 * can go on alone.
 * @param onVote called with the key of the column that is now the best; null if none is
 */
export default function CompareSummary({
  rows,
  onVote,
}: {
  rows: readonly SummaryRow[];
  onVote: (key: string | null) => void;
}) {
  const costs = rows.flatMap(({ summary }) => summary.figures.costNano ?? []);
  const decimals = columnDecimals(costs);
  const winner = rows.find(({ summary }) => summary.answer.best === true);
  return (
    <section aria-label="Last round" className="mb-2 rounded-panel border border-line bg-surface px-2 py-1">
      <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Figures of the last round">
        <table className="w-full text-sm">
          <thead className="text-xs text-muted">
            <tr>
              <Head>Model</Head>
              <Head figure>Cost</Head>
              <Head figure>Time</Head>
              <Head figure isWide>
                First token
              </Head>
              <Head figure isWide>
                Output
              </Head>
              <Head figure>Best</Head>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, summary: { figures, best, answer, wins } }) => (
              <tr key={key}>
                <th scope="row" className="max-w-28 truncate px-2 py-1 text-left font-medium sm:max-w-40" title={name}>
                  {name}
                  {wins > 0 ? <span className="ml-2 font-normal text-muted">{winsText(wins)}</span> : null}
                </th>
                <Figure isBest={best.has('costNano')}>
                  {figures.costNano === null ? '–' : formatMoney(figures.costNano, 'USD', { decimals })}
                </Figure>
                <Figure isBest={best.has('durationMs')}>{secondsText(figures.durationMs)}</Figure>
                <Figure isBest={best.has('firstTokenMs')} isWide>
                  {secondsText(figures.firstTokenMs)}
                </Figure>
                <Figure isBest={false} isWide>
                  {figures.outputTokens === null ? '–' : formatCount(figures.outputTokens)}
                </Figure>
                <td className="py-0.5 pl-2 text-right">
                  <IconButton
                    size="small"
                    label={`${name} has the best answer`}
                    icon={<Trophy />}
                    pressed={answer.best === true}
                    onClick={() => onVote(answer.best === true ? null : key)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {winner ? (
        <div className="flex justify-end py-1">
          <ButtonLink
            href={`/chat?id=${encodeURIComponent(winner.chatId)}`}
            size="small"
            title={winner.name}
            className="max-w-full min-w-0 shrink"
          >
            <MessageSquare aria-hidden />
            <span className="truncate">Continue with {winner.name}</span>
          </ButtonLink>
        </div>
      ) : null}
    </section>
  );
}

const winsText = (wins: number) => (wins === 1 ? '1 win' : `${wins} wins`);
const secondsText = (milliseconds: number | null) => (milliseconds === null ? '–' : formatSeconds(milliseconds));

/** @param isWide left out on phones, where the receipts have it */
function Head({
  figure = false,
  isWide = false,
  children,
}: {
  figure?: boolean;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <th
      scope="col"
      className={classNames(
        'px-2 py-1 font-normal whitespace-nowrap',
        figure ? 'text-right' : 'text-left',
        isWide && 'max-sm:hidden',
      )}
    >
      {children}
    </th>
  );
}

/** A figure; the best one of its column is said, too, because bold type alone is not read. */
function Figure({ isBest, isWide = false, children }: { isBest: boolean; isWide?: boolean; children: ReactNode }) {
  return (
    <td
      className={classNames(
        'figure-text px-2 py-1 text-right',
        isBest ? 'font-semibold text-go' : 'text-muted',
        isWide && 'max-sm:hidden',
      )}
    >
      {children}
      {isBest ? <span className="sr-only"> (best)</span> : null}
    </td>
  );
}
