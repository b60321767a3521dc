import type { RouteTable } from '@/lib/http/route-table';
import * as apiKey from './v1/api_keys/[id]/route';
import * as walletKey from './v1/api_keys/generate_web3_key/route';
import * as rateLimitLogs from './v1/api_keys/rate_limit_logs/route';
import * as rateLimitLog from './v1/api_keys/rate_limits/log/route';
import * as rateLimits from './v1/api_keys/rate_limits/route';
import * as apiKeys from './v1/api_keys/route';
import * as scrape from './v1/augment/scrape/route';
import * as search from './v1/augment/search/route';
import * as parseText from './v1/augment/text-parser/route';
import * as billingBalance from './v1/billing/balance/route';
import * as billingUsage from './v1/billing/usage/route';
import * as billingAnalytics from './v1/billing/usage-analytics/route';
import * as billingHistory from './v1/billing/usage-history/route';
import * as character from './v1/characters/[slug]/route';
import * as characterReviews from './v1/characters/[slug]/reviews/route';
import * as characters from './v1/characters/route';
import * as chatCompletions from './v1/chat/completions/route';
import * as embeddings from './v1/embeddings/route';
import * as removeBackground from './v1/image/background-remove/route';
import * as editImage from './v1/image/edit/route';
import * as generateImage from './v1/image/generate/route';
import * as multiEditImage from './v1/image/multi-edit/route';
import * as imageStyles from './v1/image/styles/route';
import * as upscaleImage from './v1/image/upscale/route';
import * as createImageEdit from './v1/images/edits/route';
import * as createImage from './v1/images/generations/route';
import * as model from './v1/models/[...id]/route';
import * as modelMapping from './v1/models/compatibility_mapping/route';
import * as models from './v1/models/route';
import * as modelTraits from './v1/models/traits/route';
import * as walletBalance from './v1/x402/balance/[walletAddress]/route';
import * as topUp from './v1/x402/top-up/route';
import * as walletTransactions from './v1/x402/transactions/[walletAddress]/route';

/** The routes that the API description covers, except the description itself, which reads this table. */
export const describedRoutes: RouteTable = {
  '/api/v1/api_keys': apiKeys,
  '/api/v1/api_keys/[id]': apiKey,
  '/api/v1/api_keys/generate_web3_key': walletKey,
  '/api/v1/api_keys/rate_limit_logs': rateLimitLogs,
  '/api/v1/api_keys/rate_limits': rateLimits,
  '/api/v1/api_keys/rate_limits/log': rateLimitLog,
  '/api/v1/augment/scrape': scrape,
  '/api/v1/augment/search': search,
  '/api/v1/augment/text-parser': parseText,
  '/api/v1/billing/balance': billingBalance,
  '/api/v1/billing/usage': billingUsage,
  '/api/v1/billing/usage-analytics': billingAnalytics,
  '/api/v1/billing/usage-history': billingHistory,
  '/api/v1/characters': characters,
  '/api/v1/characters/[slug]': character,
  '/api/v1/characters/[slug]/reviews': characterReviews,
  '/api/v1/chat/completions': chatCompletions,
  '/api/v1/embeddings': embeddings,
  '/api/v1/image/background-remove': removeBackground,
  '/api/v1/image/edit': editImage,
  '/api/v1/image/generate': generateImage,
  '/api/v1/image/multi-edit': multiEditImage,
  '/api/v1/image/styles': imageStyles,
  '/api/v1/image/upscale': upscaleImage,
  '/api/v1/images/edits': createImageEdit,
  '/api/v1/images/generations': createImage,
  '/api/v1/models': models,
  '/api/v1/models/[...id]': model,
  '/api/v1/models/compatibility_mapping': modelMapping,
  '/api/v1/models/traits': modelTraits,
  '/api/v1/x402/balance/[walletAddress]': walletBalance,
  '/api/v1/x402/top-up': topUp,
  '/api/v1/x402/transactions/[walletAddress]': walletTransactions,
};
