/** One thing that payments on a network need, in words for the operator. */
export type NetworkCheck = { ok: boolean; message: string };

type Fees = { address: string; balance: bigint; minimum: bigint; decimals: number; unit: string };

/** Whether an account can pay fees for a while. */
export async function checkFees({ address, balance, minimum, decimals, unit }: Fees): Promise<NetworkCheck> {
  const { formatUnits } = await import('viem');
  const [has, needs] = [formatUnits(balance, decimals), formatUnits(minimum, decimals)];
  return balance >= minimum
    ? { ok: true, message: `${address} has ${has} ${unit} to pay fees.` }
    : { ok: false, message: `${address} has ${has} ${unit} to pay fees: send it ${needs} ${unit} or more.` };
}
