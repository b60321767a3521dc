import { prefersWholeAnswers } from '../kit/whole-answers';
import type { Provider } from '../spec';
import { vendorChat, vendorWholeChat } from './chat';
import { vendorEmbedder } from './embeddings/embed';
import { googleDraw, googleEdit } from './images/google';
import type { VendorUpstream } from './vendor';

/** A provider for a vendor with its own wire format. Nothing is loaded or connected before the first call. */
export function makeVendor(upstream: VendorUpstream): Provider {
  return {
    id: upstream.id,
    chat: vendorChat(upstream),
    ...(prefersWholeAnswers(upstream.kind, upstream.unstreamed) && { answerWhole: vendorWholeChat(upstream) }),
    ...(upstream.kind === 'google' && { drawImage: googleDraw(upstream), editImage: googleEdit(upstream) }),
    ...(upstream.kind !== 'anthropic' && upstream.kind !== 'xai' && { embedTexts: vendorEmbedder(upstream) }),
    keepsCalls: true,
    ...(upstream.takesUrls && { takesUrls: true }),
  };
}
