import type { RouteTable } from '@/lib/http/route-table';
import * as identity from './console/account/identities/[provider]/route';
import * as identities from './console/account/identities/route';
import * as account from './console/account/route';
import * as accountExport from './console/account/export/route';
import * as accountPassword from './console/account/password/route';
import * as signOutEverywhere from './console/account/sign-out-everywhere/route';
import * as accountWallet from './console/account/wallets/[address]/route';
import * as accountWalletMessage from './console/account/wallets/message/route';
import * as accountWallets from './console/account/wallets/route';
import * as adminAccount from './console/admin/accounts/[id]/route';
import * as adminCredit from './console/admin/accounts/[id]/credit/route';
import * as adminResetLink from './console/admin/accounts/[id]/reset-link/route';
import * as adminStake from './console/admin/accounts/[id]/stake/route';
import * as adminAccounts from './console/admin/accounts/route';
import * as adminChanges from './console/admin/changes/route';
import * as adminConnectedModel from './console/admin/connected-models/[id]/route';
import * as adminErrors from './console/admin/errors/route';
import * as adminInvites from './console/admin/invites/route';
import * as adminModels from './console/admin/models/route';
import * as adminProviderTests from './console/admin/provider-tests/route';
import * as adminProviders from './console/admin/providers/route';
import * as adminProvider from './console/admin/providers/[id]/route';
import * as adminProviderModels from './console/admin/providers/[id]/models/route';
import * as adminWallets from './console/admin/wallets/route';
import * as adminPayments from './console/admin/wallets/payments/route';
import * as adminPaymentCheck from './console/admin/wallets/payments/[id]/check/route';
import * as adminPaymentRefunds from './console/admin/wallets/payments/[id]/refunds/route';
import * as balance from './console/balance/route';
import * as ownCharacter from './console/characters/[id]/route';
import * as ownReview from './console/characters/[id]/review/route';
import * as ownCharacters from './console/characters/route';
import * as docsSearch from './console/docs/route';
import * as ownDocument from './console/documents/[id]/route';
import * as ownDocuments from './console/documents/route';
import * as chatPreferences from './console/chat-preferences/route';
import * as engine from './console/engine/route';
import * as firstSteps from './console/first-steps/route';
import * as studioImages from './console/images/generate/route';
import * as keySpend from './console/keys/spend/route';
import * as limits from './console/limits/route';
import * as modelFigures from './console/models/figures/route';
import * as usedModels from './console/models/used/route';
import * as operator from './console/operator/route';
import * as request from './console/requests/[requestId]/route';
import * as resetPassword from './console/reset-password/route';
import * as search from './console/search/route';
import * as searchPage from './console/search/page/route';
import * as setup from './console/setup/route';
import * as sharedChat from './console/shared-chats/[id]/route';
import * as sharedChats from './console/shared-chats/route';
import * as signUp from './console/sign-up/route';
import * as usage from './console/usage/route';
import * as usageRequests from './console/usage/requests/route';
import * as walletSignIn from './console/wallet-sign-in/route';
import * as walletPayment from './console/wallet/payments/[id]/route';
import * as walletPayments from './console/wallet/payments/route';
import * as wallet from './console/wallet/route';
import * as solanaTransaction from './console/wallet/solana-transaction/route';
import * as testWalletAddress from './console/wallet/test-wallet/address/route';
import * as testWallet from './console/wallet/test-wallet/route';
import * as testWalletSignature from './console/wallet/test-wallet/signature/route';
import * as live from './health/live/route';
import * as ready from './health/ready/route';
import * as metrics from './metrics/route';
import * as unknown from './v1/[...unknown]/route';
import * as openApiJson from './v1/openapi.json/route';
import * as swaggerYaml from '../doc/api/swagger.yaml/route';
import * as docsMarkdown from '../doc/markdown/[page]/route';
import * as llmsFull from '../llms-full.txt/route';
import * as llms from '../llms.txt/route';
import { describedRoutes } from './described-routes';

/** Every route of the production server. A test compares it with the folder tree. */
export const routes: RouteTable = {
  ...describedRoutes,
  '/api/console/account': account,
  '/api/console/account/export': accountExport,
  '/api/console/account/password': accountPassword,
  '/api/console/account/sign-out-everywhere': signOutEverywhere,
  '/api/console/account/identities': identities,
  '/api/console/account/identities/[provider]': identity,
  '/api/console/account/wallets': accountWallets,
  '/api/console/account/wallets/message': accountWalletMessage,
  '/api/console/account/wallets/[address]': accountWallet,
  '/api/console/admin/accounts': adminAccounts,
  '/api/console/admin/accounts/[id]': adminAccount,
  '/api/console/admin/accounts/[id]/credit': adminCredit,
  '/api/console/admin/accounts/[id]/reset-link': adminResetLink,
  '/api/console/admin/accounts/[id]/stake': adminStake,
  '/api/console/admin/changes': adminChanges,
  '/api/console/admin/connected-models/[id]': adminConnectedModel,
  '/api/console/admin/errors': adminErrors,
  '/api/console/admin/invites': adminInvites,
  '/api/console/admin/models': adminModels,
  '/api/console/admin/provider-tests': adminProviderTests,
  '/api/console/admin/providers': adminProviders,
  '/api/console/admin/providers/[id]': adminProvider,
  '/api/console/admin/providers/[id]/models': adminProviderModels,
  '/api/console/admin/wallets': adminWallets,
  '/api/console/admin/wallets/payments': adminPayments,
  '/api/console/admin/wallets/payments/[id]/check': adminPaymentCheck,
  '/api/console/admin/wallets/payments/[id]/refunds': adminPaymentRefunds,
  '/api/console/balance': balance,
  '/api/console/chat-preferences': chatPreferences,
  '/api/console/characters': ownCharacters,
  '/api/console/characters/[id]': ownCharacter,
  '/api/console/characters/[id]/review': ownReview,
  '/api/console/docs': docsSearch,
  '/api/console/documents': ownDocuments,
  '/api/console/documents/[id]': ownDocument,
  '/api/console/engine': engine,
  '/api/console/first-steps': firstSteps,
  '/api/console/images/generate': studioImages,
  '/api/console/keys/spend': keySpend,
  '/api/console/limits': limits,
  '/api/console/models/figures': modelFigures,
  '/api/console/models/used': usedModels,
  '/api/console/operator': operator,
  '/api/console/requests/[requestId]': request,
  '/api/console/reset-password': resetPassword,
  '/api/console/search': search,
  '/api/console/search/page': searchPage,
  '/api/console/setup': setup,
  '/api/console/shared-chats': sharedChats,
  '/api/console/shared-chats/[id]': sharedChat,
  '/api/console/sign-up': signUp,
  '/api/console/usage': usage,
  '/api/console/usage/requests': usageRequests,
  '/api/console/wallet': wallet,
  '/api/console/wallet/payments': walletPayments,
  '/api/console/wallet/payments/[id]': walletPayment,
  '/api/console/wallet/solana-transaction': solanaTransaction,
  '/api/console/wallet-sign-in': walletSignIn,
  '/api/console/wallet/test-wallet': testWallet,
  '/api/console/wallet/test-wallet/address': testWalletAddress,
  '/api/console/wallet/test-wallet/signature': testWalletSignature,
  '/api/health/live': live,
  '/api/health/ready': ready,
  '/api/metrics': metrics,
  '/api/v1/[...unknown]': unknown,
  '/api/v1/openapi.json': openApiJson,
  '/doc/api/swagger.yaml': swaggerYaml,
  '/doc/markdown/[page]': docsMarkdown,
  '/llms-full.txt': llmsFull,
  '/llms.txt': llms,
};
