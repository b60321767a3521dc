import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Column } from './column';
import { DetailButton } from './data-row';
import { DataTable } from './data-table';

type Fare = { line: string; cents: number };

const FARES: Fare[] = [
  { line: 'Night bus', cents: 320 },
  { line: 'Ferry', cents: 650 },
];
const COLUMNS: Column<Fare>[] = [
  { head: 'Line', className: 'w-full', cellClassName: 'truncate', cell: ({ line }) => line, pending: <i>…</i> },
  { head: 'Cents', figures: true, cell: ({ cents }) => cents },
];
const rowKey = ({ line }: Fare) => line;
const textOf = (html: string) => html.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');

it('makes headers and cells from the columns', () => {
  const html = renderToStaticMarkup(<DataTable label="Fares" columns={COLUMNS} rows={FARES} rowKey={rowKey} />);
  expect(textOf(html)).toBe('|Line|Cents|Night bus|320|Ferry|650|');
  expect(html).not.toContain('aria-busy');
  expect(html.match(/<th [^>]*\bw-full\b/g)).toHaveLength(1);
  expect(html.match(/<td [^>]*\bw-full truncate\b/g)).toHaveLength(2);
  expect(html.match(/<t[hd] [^>]*\btext-right\b/g)).toHaveLength(3);
});

it('shows a skeleton without rows', () => {
  const html = renderToStaticMarkup(
    <DataTable label="Fares" columns={COLUMNS} rows={undefined} rowKey={rowKey} pendingRows={2} />,
  );
  expect(textOf(html)).toBe('|Line|Cents|…|…|');
  expect(html).toContain('aria-busy="true"');
  expect(html.match(/<td/g)).toHaveLength(4);
});

it('puts each group in a body of its own, below its heading', () => {
  const groups = FARES.map((fare) => ({ key: fare.line, heading: `To ${fare.line}`, rows: [fare] }));
  const html = renderToStaticMarkup(<DataTable label="Fares" columns={COLUMNS} groups={groups} rowKey={rowKey} />);
  expect(textOf(html)).toBe('|Line|Cents|To Night bus|Night bus|320|To Ferry|Ferry|650|');
  expect(html.match(/<tbody>/g)).toHaveLength(2);
});

it('says in which order a column sorts', () => {
  const orders = ['asc', 'desc', null] as const;
  const columns = orders.map((order) => ({ ...COLUMNS[0], sort: { order, onSort: () => undefined } }) as Column<Fare>);
  const html = renderToStaticMarkup(<DataTable label="Fares" columns={columns} rows={FARES} rowKey={rowKey} />);
  expect(html.match(/aria-sort="\w+"/g)).toEqual([
    'aria-sort="ascending"',
    'aria-sort="descending"',
    'aria-sort="none"',
  ]);
});

it('offers the detail of a row, closed at first', () => {
  const columns: Column<Fare>[] = [{ head: 'Line', cell: ({ line }) => <DetailButton>{line}</DetailButton> }];
  const html = renderToStaticMarkup(
    <DataTable label="Fares" columns={columns} rows={FARES} rowKey={rowKey} detail={({ cents }) => `${cents} cents`} />,
  );
  expect(html.match(/aria-expanded="false"/g)).toHaveLength(2);
  expect(html).not.toContain('320 cents');
  expect(() =>
    renderToStaticMarkup(<DataTable label="Fares" columns={columns} rows={FARES} rowKey={rowKey} />),
  ).toThrow('DetailButton');
});
