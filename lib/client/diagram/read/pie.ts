import { NotDrawn } from '../graph-builder';
import { MAX_SLICES, type Pie } from '../types';

/** Reads a pie chart. @throws NotDrawn */
export function readPie(statements: readonly string[]): Pie {
  const [head = '', ...rest] = statements;
  const pie: Pie = { kind: 'pie', title: '', showValues: /\bshowData\b/.test(head), slices: [] };
  const titled = /\btitle\s+(.+)$/.exec(head);
  if (titled) pie.title = titled[1] ?? '';
  for (const statement of rest) {
    const title = /^title\s+(.+)$/.exec(statement);
    const slice = /^"([^"]*)"\s*:\s*(\d+(?:\.\d+)?)$/.exec(statement);
    if (title) pie.title = title[1] ?? '';
    else if (statement === 'showData') pie.showValues = true;
    else if (slice) pie.slices.push({ label: slice[1] ?? '', value: Number(slice[2]) });
    else throw new NotDrawn(`no slice: ${statement.slice(0, 40)}`);
  }
  const sum = pie.slices.reduce((all, { value }) => all + value, 0);
  if (sum <= 0 || pie.slices.length > MAX_SLICES) throw new NotDrawn('nothing to draw');
  return pie;
}
