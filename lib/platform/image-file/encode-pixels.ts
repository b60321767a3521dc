/** Pixels as an image file. Runs in the processes that draw and finish images: encoding takes processor time. */
import sharp, { type Sharp } from 'sharp';
import type { ImageFormat, ImageOutput } from '../../core/image-metadata/image-output';
import { withPngText } from './png-text';
import { drawMark, type Pixels, renderMark } from './watermark';

/** Under which PNG files have it. */
const XMP_KEYWORD = 'XML:com.adobe.xmp';

/** Of this process, by side; there are fewer than two hundred sides, of at most 100 KB. */
const marks = new Map<number, Uint8Array>();

/** The file of an image. The mark is drawn into the pixels, in place. The same pixels and output give the same bytes. */
export async function encodePixels(pixels: Pixels, { format, watermark, metadata }: ImageOutput): Promise<Uint8Array> {
  if (watermark) drawMark(pixels, await renderMark(pixels, marks));
  const image = encoded(fromPixels(pixels), format);
  if (!metadata) return image.toBuffer();
  // The library would compress it in a PNG, in a chunk that is not meant for UTF-8.
  const isPng = format === 'png';
  const bytes = await (isPng ? image : image.withXmp(metadata.xmp)).withExif(metadata.exif).toBuffer();
  return isPng ? withPngText(bytes, XMP_KEYWORD, metadata.xmp) : bytes;
}

/** The library's image of pixels. */
export function fromPixels({ bytes, width, height, channels }: Pixels): Sharp {
  return sharp(bytes, { raw: { width, height, channels } });
}

/** Settings that take the least time for hardly any difference that can be seen. */
function encoded(image: Sharp, format: ImageFormat): Sharp {
  switch (format) {
    case 'png':
      return image.png({ compressionLevel: 3 });
    case 'jpeg':
      return image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' });
    case 'webp':
      return image.webp({ quality: 90, effort: 2 });
  }
}
