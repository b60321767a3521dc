import { countedParts } from '@/lib/client/chat/answer/parts';
import { isUnderWay } from '@/lib/client/chat/conversation';
import type { AnswerReceipt, ChatMessage } from '@/lib/client/chat/types';
import { parseUsd } from '@/lib/core/money';

/** The figures of one column's last answer; null where one is not known. */
export type Figures = {
  costNano: bigint | null;
  durationMs: number | null;
  firstTokenMs: number | null;
  outputTokens: number | null;
};

type Figure = keyof Figures;

/** A column of the summary: its last answer, which of its figures are the best, and how many rounds it has won. */
export type ColumnSummary = { answer: ChatMessage; figures: Figures; best: ReadonlySet<Figure>; wins: number };

/** The figures in which the least is the best. More tokens are neither better nor worse. */
const RATED: readonly Figure[] = ['costNano', 'durationMs', 'firstTokenMs'];

/**
 * The last round of a comparison; null until at least two of its answers have ended.
 * @param columns the messages of each column
 */
export function summaryOf(columns: readonly (readonly ChatMessage[])[]): (ColumnSummary | null)[] | null {
  const answers = columns.map((messages) => {
    const last = messages.at(-1);
    return last?.role === 'assistant' && !isUnderWay(last) && last.state !== 'failed' ? last : null;
  });
  if (answers.filter((answer) => answer !== null).length < 2) return null;
  const figures = answers.map((answer) => answer && figuresOf(answer));
  return answers.map((answer, at) => {
    const own = figures[at];
    if (!answer || !own) return null;
    const best = new Set(
      RATED.filter((name) =>
        isLeast(
          own[name],
          figures.map((each) => each?.[name] ?? null),
        ),
      ),
    );
    return { answer, figures: own, best, wins: (columns[at] ?? []).filter((message) => message.best === true).length };
  });
}

/** Whether a figure is smaller than some other one, and than none larger: where all are alike, none is the best. */
function isLeast(own: number | bigint | null, all: (number | bigint | null)[]): boolean {
  const known = all.filter((figure) => figure !== null);
  return own !== null && known.every((other) => own <= other) && known.some((other) => own < other);
}

function figuresOf(answer: ChatMessage): Figures {
  const tickets = answer.earlier?.length ? countedParts(answer).map(({ ticket }) => ticket) : [answer.ticket];
  const { firstTokenMs, durationMs } = answer.ticket;
  const isContinued = tickets.length > 1;
  return {
    costNano: sumOf(tickets.map(costOf)),
    // Of a continued answer, only the last request was measured.
    durationMs: isContinued ? null : durationMs,
    firstTokenMs: isContinued ? null : firstTokenMs,
    outputTokens: tickets.every(({ usage }) => usage !== null)
      ? tickets.reduce((sum, { usage }) => sum + (usage?.completionTokens ?? 0), 0)
      : null,
  };
}

/** In USD; null if unknown, or paid in DIEM, which is never added to or compared with dollars. */
function costOf({ usage, receipt, free }: AnswerReceipt): bigint | null {
  if (usage) return usage.diem === '0' ? parseUsd(usage.usd) : null;
  if (receipt) return receipt.currency === 'USD' ? parseUsd(receipt.charged) : null;
  return free ? 0n : null;
}

const sumOf = (costs: (bigint | null)[]) =>
  costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0n as bigint | null);
