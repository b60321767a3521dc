import type { IncomingHttpHeaders } from 'node:http';
import type { SizedImage } from '../../image-spec';

/** A request as it arrived. */
export type SeenImageRequest = {
  method: string;
  /** Including its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether its connection was closed before the answer ended. */
  left: boolean;
};

/** What the server does with every call until the next play. Times in milliseconds. */
export type ImagePlay = {
  /** The image of the answer; default: a PNG of one pixel. */
  image?: Uint8Array;
  /** Instead of the image's base64, where the format has base64. */
  base64?: string;
  revisedPrompt?: string;
  seed?: number;
  /** Refuses the content of the request, the way this upstream does. */
  refusedContent?: boolean;
  /** Answers the request that starts the work with this refusal, in its layout. */
  refusal?: { status: number; message: string; headers?: Record<string, string> };
  /** Answers that request with this instead. */
  raw?: { status?: number; type: string; text: string };
  /** Silence before the status line of that request. */
  delayMs?: number;
  /** How long the work takes. */
  workMs?: number;
  /** Reported while it works. */
  progress?: { share: number; preview?: Uint8Array };
  /** Breaks the connection inside the answer that has the image. */
  cut?: boolean;
  /** Adds this many bytes to that answer. */
  extraBytes?: number;
};

/** The answer to one request. */
export type WireAnswer = { status?: number; type: string; body: string | Uint8Array; headers?: Record<string, string> };

/** What a call asked for, in neutral terms; what the wire format does not have is absent. */
export type SeenCall = {
  model: string;
  /** Whether the operator's secret was sent the way the upstream expects. */
  authorized: boolean;
  prompt?: string;
  negativePrompt?: string;
  width?: number;
  height?: number;
  aspectRatio?: string;
  resolution?: string;
  quality?: string;
  steps?: number;
  cfgScale?: number;
  seed?: number;
  loraStrength?: number;
  images?: Uint8Array[];
  mask?: Uint8Array;
  scale?: number;
  creativity?: number;
};

/** An upstream's wire format, as its own server speaks it. A new one is made for each play. */
export type ImageWire = {
  /** What a request is: it starts the work, its answer has the image, both, or something else. */
  partOf(request: SeenImageRequest): 'start' | 'image' | 'both' | 'other';
  /** The answer to a request of the play, unless the play has another one for it. */
  answer(request: SeenImageRequest, play: ImagePlay, socket: ServerSocket): WireAnswer | Promise<WireAnswer>;
  /** The body of a refusal. */
  refusal(status: number, message: string): unknown;
  /** What the requests of a call asked for. */
  read(requests: readonly SeenImageRequest[]): SeenCall;
  /** Whether the requests of a call stopped the work, beyond closing connections. */
  stopped(requests: readonly SeenImageRequest[]): boolean;
};

/** The sockets of a server that were opened by its clients. */
export type ServerSocket = {
  send(message: string | Uint8Array): void;
  /** How many are open. */
  open(): number;
  /** Closes all of them. */
  close(): void;
};

/** The texts and files of a form. */
export type Form = { texts: Record<string, string>; files: { name: string; bytes: Uint8Array }[] };

/** An image as base64. */
export function toBase64(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? DOT.bytes).toString('base64');
}

/** A PNG of one red pixel. */
export const DOT: SizedImage = {
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
    'base64',
  ),
  mime: 'image/png',
  width: 1,
  height: 1,
};
