import { ApiError } from '../../core/errors';
import { settings } from '../../platform/env';
import { type ApiRequest, pathOf } from '../request';

const X402_VERSION = 2;

/**
 * The answer to a request without a credential: how to get one (docs/api-rules.md, "Requests without a credential").
 * Wallets can neither pay nor sign in, so no payment, top-up, or sign-in is offered.
 */
export function paymentRequired(request: ApiRequest): ApiError {
  const origin = settings().publicOrigin;
  const requirements = {
    x402Version: X402_VERSION,
    error: 'Authentication required',
    resource: { url: `${origin}${pathOf(request)}`, description: 'Inference API', mimeType: 'application/json' },
    accepts: [],
  };
  const docs = `${origin}/docs/authentication`;
  const apiKey = { header: 'Authorization: Bearer <API_KEY>', getKey: `${origin}/keys`, docs };
  return new ApiError('PAYMENT_REQUIRED', requirements.error, {
    body: { ...requirements, authOptions: { apiKey } },
    headers: { 'payment-required': Buffer.from(JSON.stringify(requirements)).toString('base64') },
  });
}
