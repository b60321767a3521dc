/** Prints a Markdown table. */
export function table(head: string[], rows: string[][]): void {
  for (const cells of [head, head.map(() => '---'), ...rows]) console.log(`| ${cells.join(' | ')} |`);
  console.log('');
}
