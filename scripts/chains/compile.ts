import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import solc from 'solc';

/*
 * `npm run compile-contracts`: compiles the Solidity files of this folder into contracts.json, which is committed so
 * that tests need no compiler.
 */

const ARTIFACT = new URL('contracts.json', import.meta.url);
const SOURCES = ['test-usdc.sol', 'multicall.sol', 'smart-wallet.sol'];
/** What contracts.json has; a wallet itself is created by its factory. */
const CONTRACTS = ['TestUsdc', 'Multicall', 'SmartWalletFactory'];

type Compiled = { abi: unknown[]; evm: { deployedBytecode: { object: string } } };
type CompilerOutput = {
  errors?: { formattedMessage: string }[];
  contracts?: Record<string, Record<string, Compiled>>;
};

/**
 * The text that contracts.json must have. Without the metadata that the compiler would append, the bytecode depends
 * on the code alone, not on comments.
 * @throws Error with the compiler's messages, warnings included
 */
export function compileContracts(): string {
  const sources = SOURCES.map((name) => [name, { content: readFileSync(new URL(name, import.meta.url), 'utf8') }]);
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      metadata: { appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.deployedBytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
  if (output.errors?.length) throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'));
  const compiled = Object.assign({}, ...Object.values(output.contracts ?? {})) as Record<string, Compiled>;
  const entries = CONTRACTS.map((name) => [name, toArtifact(name, compiled[name])]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

function toArtifact(name: string, contract: Compiled | undefined) {
  if (!contract) throw new Error(`${name} is in none of the sources.`);
  return { abi: contract.abi, deployedBytecode: `0x${contract.evm.deployedBytecode.object}` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(ARTIFACT, compileContracts());
