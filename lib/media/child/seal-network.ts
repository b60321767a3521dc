import { Socket } from 'node:net';

/**
 * Takes the network from this process for good: documents name addresses (pictures, templates, definitions), and whatever
 * a parser tries, no socket is connected. HTTP, TLS and Node's own fetch all come through here.
 */
export function sealNetwork(): void {
  Socket.prototype.connect = () => {
    throw new Error('This process has no network.');
  };
}
