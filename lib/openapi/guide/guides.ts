import type { DocsPage } from '../contract';
import { authenticationGuide } from './authentication';
import { billingGuide } from './billing';
import { conventionsGuide } from './conventions';
import { errorsGuide } from './errors';
import type { Guide, GuideContext } from './types';
import { limitsGuide } from './limits';
import { startGuide } from './start';
import { walletsGuide } from './wallets';

const GUIDES: readonly ((context: GuideContext) => Guide)[] = [
  startGuide,
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
