/** How much the brightness changes at every pixel (Sobel), 0…255. */
export function edgeMap(luma: Uint8ClampedArray, width: number, height: number): Uint8ClampedArray {
  const edges = new Uint8ClampedArray(luma.length);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const [a, b, c] = [luma[at - width - 1] ?? 0, luma[at - width] ?? 0, luma[at - width + 1] ?? 0];
      const [d, e] = [luma[at - 1] ?? 0, luma[at + 1] ?? 0];
      const [f, g, h] = [luma[at + width - 1] ?? 0, luma[at + width] ?? 0, luma[at + width + 1] ?? 0];
      const across = c + 2 * e + h - a - 2 * d - f;
      const down = f + 2 * g + h - a - 2 * b - c;
      edges[at] = Math.sqrt(across * across + down * down) / 2;
    }
  }
  return edges;
}
