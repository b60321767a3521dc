import type { ReactNode } from 'react';
import { Row, Table } from './table';

/**
 * A table's skeleton: its headers, and identical rows.
 * @param rows the number of rows
 * @param children the cells of one row, with a `Skeleton` of the size of the content
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
