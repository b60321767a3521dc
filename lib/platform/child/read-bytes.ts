import type { Readable } from 'node:stream';

/** The next bytes of a pipe, of which exactly these are to come. Never resolves if the pipe ends before. */
export function readBytes(pipe: Readable, byteLength: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(byteLength);
  if (byteLength === 0) return Promise.resolve(bytes);
  return new Promise((resolve) => {
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.copy(bytes, length);
      if (length < byteLength) return;
      pipe.off('data', take).pause();
      resolve(bytes);
    };
    pipe.on('data', take).resume();
  });
}
