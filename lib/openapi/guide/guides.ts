import type { DocsPage } from '../contract';
import { authenticationGuide } from './authentication';
import { billingGuide } from './billing';
import { conventionsGuide } from './conventions';
import { embeddingsGuide } from './embeddings';
import { errorsGuide } from './errors';
import { imagesGuide } from './images';
import { limitsGuide } from './limits';
import { searchGuide } from './search';
import { startGuide } from './start';
import type { Guide, GuideContext } from './types';
import { walletsGuide } from './wallets';

const GUIDES: readonly ((context: GuideContext) => Guide)[] = [
  startGuide,
  searchGuide,
  embeddingsGuide,
  imagesGuide,
  authenticationGuide,
  walletsGuide,
  errorsGuide,
  limitsGuide,
  billingGuide,
  conventionsGuide,
];

/** The guides in order; the first one has an empty slug and is the start page of the reference. */
export function guidesOf(context: GuideContext): DocsPage[] {
  return GUIDES.map((make) => ({ kind: 'guide', ...make(context) }));
}
