import { Socket } from 'node:net';

/**
 * Permanently disables the network of this process: documents contain addresses (pictures, templates, definitions), and
 * whatever a parser tries, no socket is connected. HTTP, TLS, and Node's own fetch are all covered.
 */
export function disableNetwork(): void {
  Socket.prototype.connect = () => {
    throw new Error('This process has no network.');
  };
}
