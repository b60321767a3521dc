import type { Provider } from '../spec';
import { vendorChat } from './chat';
import type { VendorUpstream } from './vendor';

/** A provider for a vendor with its own wire format. Nothing is loaded or connected before the first call. */
export function makeVendor(upstream: VendorUpstream): Provider {
  return {
    id: upstream.id,
    chat: vendorChat(upstream),
    keepsCalls: true,
    ...(upstream.takesUrls && { takesUrls: true }),
  };
}
