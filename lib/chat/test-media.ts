/** A real image of 64 by 64 pixels, as a client sends it. */
export const PICTURE_URL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAn0lEQVRoge2SQQkAQRDD6qmezlPcroh7hIFCBKSh6cdpoht0A9ArdhfiLtENugHoFbsLcZfoBt0A9IrdhbhLdINuAHrF7kLcJbpBNwC9Ynch7hLdoBuAXrG7EHeJbtANQK/YXYi7RDfoBqBX7C7EXaIbdAPQK3YX4i7RDboB6BW7C3GX6AbdAPSK3YW4S3SDbgB6xe5C3CW6QTcAveIfHtpIIR6K7EbZAAAAAElFTkSuQmCC';

/** The beginning of an MP4 video. */
export const CLIP_URL = 'data:video/mp4;base64,AAAAGGZ0eXBpc29tAAACAGlzb21pc28yAAAACGZyZWU=';

/** One second of silence as WAV: 8,000 samples of one byte. */
export const SOUND = Buffer.concat([
  Buffer.from('RIFF\u0064\u001f\u0000\u0000WAVEfmt \u0010\u0000\u0000\u0000\u0001\u0000\u0001\u0000', 'latin1'),
  Buffer.from(
    '\u0040\u001f\u0000\u0000\u0040\u001f\u0000\u0000\u0001\u0000\u0008\u0000data\u0040\u001f\u0000\u0000',
    'latin1',
  ),
  Buffer.alloc(8_000, 128),
]).toString('base64');
