import type { Provider } from '../spec';
import { vendorChat } from './chat';
import type { VendorUpstream } from './vendor';

/** A provider over a vendor with a wire format of its own. Nothing is loaded or connected before the first call. */
export function makeVendor(upstream: VendorUpstream): Provider {
  return {
    id: upstream.id,
    chat: vendorChat(upstream),
    keepsCalls: true,
    ...(upstream.takesUrls && { takesUrls: true }),
  };
}
