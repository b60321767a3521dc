/** The file of a finished image, wherever it is encoded. */

/** The encodings of finished images, and their media types. */
export const IMAGE_MIMES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;

export type ImageFormat = keyof typeof IMAGE_MIMES;

/** What is written into a file: the tags of EXIF by directory, and the XMP packet. */
export type EmbeddedMetadata = { exif: Record<'IFD0' | 'IFD2', Record<string, string>>; xmp: string };

/** How a finished image is encoded. */
export type ImageOutput = {
  format: ImageFormat;
  /** Whether a visible mark is drawn into its corner. */
  watermark: boolean;
  metadata?: EmbeddedMetadata;
};
