import { type DocumentedSample, readPage } from '../samples';

/** The programs of the guide for wallets in one language, as the server publishes it. */
export type GuidePrograms = { base: string; solana: string };

/**
 * Reads the programs from the guide's Markdown. The one of Base is in two parts.
 * @throws Error if the guide has other samples than these three
 */
export async function readGuidePrograms(url: string, language: DocumentedSample['language']): Promise<GuidePrograms> {
  const samples = (await readPage(url, 'wallets')).filter((sample) => sample.language === language);
  const [topUp, chat, solana, ...more] = samples.map(({ code }) => code);
  if (topUp === undefined || chat === undefined || solana === undefined || more.length > 0) {
    throw new Error(`The guide for wallets has ${samples.length} samples in ${language} instead of 3.`);
  }
  return { base: `${topUp}\n\n${chat}`, solana };
}
