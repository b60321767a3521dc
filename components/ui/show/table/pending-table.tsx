import type { ReactNode } from 'react';
import { Row, Table } from './table';

/**
 * A table while its rows are on the way: its heads, and under them rows that are all alike.
 * @param rows how many of them
 * @param children the cells of one row, with a `Skeleton` of the size of what comes
 */
export function PendingTable({
  label,
  heads,
  rows,
  children,
}: {
  label: string;
  heads: ReactNode;
  rows: number;
  children: ReactNode;
}) {
  return (
    <Table label={label} aria-busy>
      {heads}
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <Row key={row}>{children}</Row>
        ))}
      </tbody>
    </Table>
  );
}
