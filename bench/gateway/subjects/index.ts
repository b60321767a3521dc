import type { Subject } from '../types';
import { direct } from './direct';
import { onEmbedded, onPostgres } from './farebox';
import { litellm } from './litellm';
import { nextHandler } from './next-handler';
import { nginx } from './nginx';
import { nodeProxy } from './node-proxy/node-proxy';
import { noveum } from './noveum';
import { portkey } from './portkey';

/** All that is measured, in the order of the tables. */
export const subjects: Subject[] = [
  direct,
  nginx,
  nodeProxy,
  onEmbedded,
  onPostgres,
  nextHandler,
  noveum,
  portkey,
  litellm,
];
