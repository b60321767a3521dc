import { parseAbi, type Abi, type Address, type Hex } from 'viem';
import artifacts from './contracts.json' with { type: 'json' };

/** USDC on Base. */
export const USDC_ON_BASE: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
/** Multicall3, at its address on every chain. */
export const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';
/** The local chain's own; nothing is there on the real Base. */
export const SMART_WALLET_FACTORY: Address = '0x5afe000000000000000000000000000000000001';

/** What the chains and their tests use of TestUsdc. contracts.json has all of it, but without types. */
export const USDC_ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
]);

export const SMART_WALLET_FACTORY_ABI = parseAbi([
  'function addressOf(address owner, bytes32 salt) view returns (address)',
  'function create(address owner, bytes32 salt) returns (address wallet)',
]);

type Contract = { abi: Abi; deployedBytecode: Hex };

/** The compiled contracts, by name. */
export const CONTRACTS = artifacts as Record<'TestUsdc' | 'Multicall' | 'SmartWalletFactory', Contract>;
