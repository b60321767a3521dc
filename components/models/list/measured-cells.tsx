import { Cell } from '@/components/ui/show/table/table';
import type { ModelType } from '../details/types';
import { formatSeconds, formatSpeed, formatUptime, type Figure, type Measured } from '../details/figures';
import { COLUMN } from './model-heads';

type Shown = { key: string; label: string; figure: Figure | null; format: (value: number) => string };

/** First token, speed, and uptime; of models without tokens, the speed is the time of a request. */
export function MeasuredCells({ type, measured }: { type: ModelType; measured: Measured }) {
  return shownOf(type, measured).map(({ key, figure, format }) => (
    <Cell key={key} figures className={COLUMN.measured}>
      {figure === null ? <Unmeasured /> : format(figure.value)}
      {figure?.own ? <span className="block text-xs text-muted">yours</span> : null}
    </Cell>
  ));
}

/** The same in one line, for narrow tables; nothing without a figure. */
export function MeasuredLine({ type, measured }: { type: ModelType; measured: Measured }) {
  const shown = shownOf(type, measured).filter(({ figure }) => figure !== null);
  return shown.map(({ key, label, figure, format }) => (
    <span key={key}>
      {figure === null ? null : format(figure.value)} <span className="text-muted">{label}</span>
    </span>
  ));
}

function shownOf(type: ModelType, { firstTokenMs, tokensPerSecond, durationMs, uptimePercent }: Measured): Shown[] {
  const speed: Shown =
    type === 'text'
      ? { key: 'speed', label: '', figure: tokensPerSecond, format: formatSpeed }
      : { key: 'speed', label: '', figure: durationMs, format: (ms) => `${formatSeconds(ms)} each` };
  return [
    { key: 'first', label: 'first token', figure: firstTokenMs, format: formatSeconds },
    speed,
    { key: 'uptime', label: 'uptime', figure: uptimePercent, format: formatUptime },
  ];
}

function Unmeasured() {
  return (
    <span className="text-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">not measured</span>
    </span>
  );
}
