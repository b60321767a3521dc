/** For tests: images as callers send them, and their pixels. */
import sharp from 'sharp';

/** A landscape with a red ball, a house, and a sky that changes gradually. */
export function landscape(width = 240, height = 160): Promise<Uint8Array> {
  return drawn(
    `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#58a6ee"/><stop offset="1" stop-color="#fbe3c0"/></linearGradient></defs>
    <rect width="240" height="160" fill="url(#s)"/><path d="M0 110 L50 60 L95 105 L135 70 L190 110 L240 80 V160 H0Z" fill="#5c7f6a"/>
    <rect y="120" width="240" height="40" fill="#4d9c4a"/><circle cx="80" cy="120" r="24" fill="#d02020"/>
    <rect x="150" y="90" width="44" height="40" fill="#e8d8b0"/>`,
    width,
    height,
  );
}

/** A dark blue circle in the middle of plain white. */
export function product(): Promise<Uint8Array> {
  return drawn(
    '<rect width="240" height="160" fill="#fff"/><circle cx="120" cy="80" r="50" fill="#203080"/>',
    240,
    160,
  );
}

/** One color everywhere. */
export function plain(color: string, width = 64, height = 64): Promise<Uint8Array> {
  return drawn(`<rect width="240" height="160" fill="${color}"/>`, width, height);
}

/** Transparent in its left half: the part that may change. */
export function leftMask(width = 240, height = 160): Promise<Uint8Array> {
  return drawn('<rect x="120" width="120" height="160" fill="#000"/>', width, height);
}

async function drawn(shapes: string, width: number, height: number): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 240 160" preserveAspectRatio="none">${shapes}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** The pixels of an encoded image: a color with alpha at shares of its width and height, and every value. */
export async function pixelsOf(bytes: Uint8Array): Promise<{
  width: number;
  height: number;
  data: Buffer;
  at: (x: number, y: number) => [number, number, number, number];
}> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (x: number, y: number): [number, number, number, number] => {
    const from = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
    return [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0, data[from + 3] ?? 0];
  };
  return { width, height, data, at };
}
