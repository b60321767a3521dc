import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { randomHex } from '../../core/ids';
import { log } from '../../platform/log';
import { processState } from '../../platform/process-state';
import type { Charge } from '../types';

/** The ending of a file that is still being written. */
const DRAFT = '.draft';

const nano = z.string().regex(/^\d+$/).transform(BigInt);

/** A charge as stored in its file: amounts as decimal text. */
const StoredCharge = z.object({
  hold: z.object({
    id: z.string(),
    accountId: z.string(),
    keyId: z.string().nullable(),
    currency: z.enum(['USD', 'DIEM']),
    heldNano: nano,
    windowDay: z.string(),
    balanceBefore: z.object({ usdNano: nano, diemNano: nano }),
  }),
  bill: z.object({
    costNano: nano,
    estimated: z.boolean(),
    lines: z.array(z.object({ kind: z.string(), units: z.number(), rateNano: nano, costNano: nano })),
  }),
  record: z.object({
    requestId: z.string(),
    modelId: z.string(),
    modelType: z.string(),
    ending: z.enum(['completed', 'credit_ran_out', 'client_left', 'upstream_failed']),
    status: z.number(),
    firstTokenMs: z.number().nullable(),
    durationMs: z.number(),
  }),
});

/** The folder of the files; null until `openPendingCharges`. */
const state = () => processState<{ folder: string | null }>('ledger.pending-charges', () => ({ folder: null }));

/**
 * Opens the folder of pending charges, which the database could not accept yet, one file each, so that a shutdown or crash
 * during an outage loses none. A complete draft counts as a charge: the process died before it renamed it. Other drafts are
 * deleted: no answer has announced them.
 * @returns those left by an earlier run; settling one that was already settled changes nothing
 */
export async function openPendingCharges(dataDir: string): Promise<Charge[]> {
  const folder = join(dataDir, 'unbooked');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  state().folder = folder;
  const names = await readdir(folder);
  for (const name of names.filter((one) => one.endsWith(DRAFT))) await adoptDraft(join(folder, name));
  const charges: Charge[] = [];
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.json'))) {
    const charge = await readCharge(join(folder, name));
    if (charge) charges.push(charge);
    else log.error({ file: join(folder, name) }, 'this file is not a pending charge and is left in place');
  }
  return charges;
}

/**
 * Saves a charge: when this resolves, it is on disk under its final name. If that fails, too, the charge is written to the
 * log. Never throws.
 */
export async function savePendingCharge(charge: Charge): Promise<void> {
  const text = JSON.stringify(charge, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  const path = pathOf(charge);
  if (path === null) return;
  const draft = `${path}.${randomHex(4)}${DRAFT}`;
  try {
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    log.error({ err: error, charge: text }, 'a charge could neither be settled nor saved to disk');
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Removes the file of a charge that was settled. */
export async function removePendingCharge(charge: Charge): Promise<void> {
  const path = pathOf(charge);
  if (path !== null) await rm(path, { force: true });
}

/** Gives a complete draft its final name; deletes any other. */
async function adoptDraft(draft: string): Promise<void> {
  const charge = await readCharge(draft);
  const path = charge && pathOf(charge);
  if (path) await rename(draft, path);
  else await rm(draft, { force: true });
}

/** The charge in a file; null if it is none. */
async function readCharge(file: string): Promise<Charge | null> {
  const stored = StoredCharge.safeParse(parse(await readFile(file, 'utf8')));
  return stored.success ? stored.data : null;
}

function pathOf({ hold }: Charge): string | null {
  const { folder } = state();
  // Ids are UUIDs that we made; anything else must not become a path.
  return folder === null || !/^[\w-]+$/.test(hold.id) ? null : join(folder, `${hold.id}.json`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
