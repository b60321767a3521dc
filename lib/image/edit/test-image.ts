import sharp from 'sharp';

/** For tests: a PNG of one color. */
export async function testImage(width: number, height: number, color = 'red'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
}
