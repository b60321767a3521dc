/** Rows in memory at a time. */
export const PAGE_ROWS = 500;

/** All rows of a list, a page at a time. @param read reads the page after a row, at most `PAGE_ROWS` */
export async function* eachPage<Row>(read: (after: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let after: Row | undefined;
  for (;;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1);
  }
}
