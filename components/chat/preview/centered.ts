/** A document with an SVG image in its middle. A dark one has no background: that of its frame is seen. */
export function centered(svg: string, { dark, style }: { dark: boolean; style: string }): string {
  return `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="${dark ? 'dark' : 'light'}"><style>body{margin:0;min-height:100vh;display:grid;place-items:safe center}svg{max-width:100%;height:auto}${style}</style>${svg}`;
}
